import type { ModelRule } from './model-rule.ts';

export const mixedLanguages: ModelRule = {
  id: 'mixed-languages',
  title: 'Mixed languages',
  checks: 'The product’s own text is in one language; names, quotes and user-written text may be in others.',
  why: 'Some readers will not understand that part.',
  severity: 'suggestion',
  types: ['ui', 'website', 'presentation', 'email'],
  like: ['page-language', 'placeholder-text'],
  fails: 'Between “Einstellungen” and “Abmelden” a menu offers “Billing history”.',
  passes: 'A German page names a product “Cloud Backup Pro”.',
};
