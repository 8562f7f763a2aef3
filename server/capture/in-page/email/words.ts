import type { PageNode } from '../dom.ts';
import * as dom from '../dom.ts';

const maxNodes = 60_000;
const maxPreview = 200;
const maxReadable = 100_000;
const without = /^(script|style|title|template|noscript|textarea|select|object|iframe)$/;
// Invisible characters that pad the preview line, so that none of the email's text follows in it
const filler =
  /(?:[\s\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u2028-\u202F\u205F-\u2064\u2800\u3164\uFEFF]|\u034F|\u17B4|\u17B5)+/g;

/** Words and addresses of links to unsubscribe, in sixteen languages so that common links are not missed. */
const leaving =
  /unsub|opt(ing)?[ _-]?out|leave (this|the|our) (mailing )?list|no longer (wish|want|like)|stop (receiving|getting)|remove (me|yourself)|(e-?mail|mail|notification|communication|subscription)[ _-]?(preference|setting)|(manage|update|change) (your |my )?(preference|subscription|notification)|abmeld|abbestell|austrag|nicht mehr (erhalten|bekommen)|abonnement (beenden|kündigen)|d[eé]s(abonn|inscri)|se d[eé]sinscrire|ne (plus|pas) recevoir|darse? de baja|dar(me|te)? de baja|dejar de recibir|cancelar (la |tu |su |a |o )?(suscripci|subscri|assinatura|inscri|registro)|desuscri|desinscrev|descadastr|disiscri|cancella(re|ti)?( l.| la)? ?(iscrizione|tua)|annulla(re)?( l.)? ?iscrizione|afmeld|uitschrijv|wypis|anuluj subskryp|zrezygnuj|rezygnacj|avregistrer|avprenumerer|avsluta prenumeration|avanmäl|avmeld|frameld|peruuta (tilau|uutiskirje)|odhlás|leiratkoz|dezabon|отпис|відпис|配信(停止|解除)|購読(解除|停止)|退订|退訂|取消订阅|수신 ?거부|구독 ?(취소|해지)|إلغاء الاشتراك|לביטול|הסרה/i;

const px = (value: string): number => Number.parseFloat(value) || 0;

/** Returns whether the email hides an element, in any of the usual ways. */
function hides(element: PageNode): boolean {
  const style = dom.style(element);
  const value = (name: string): string => style.getPropertyValue(name);
  if (value('display') === 'none' || px(value('opacity')) < 0.05) return true;
  const cuts = value('overflow-y') !== 'visible' || value('overflow-x') !== 'visible';
  const { x, y, width, height } = dom.box(element);
  return (cuts && (height <= 2 || width <= 2)) || x + width < -200 || y + height < -200;
}

/** Returns whether its own text is hidden; descendants may override that. */
function hidesOwnText(element: PageNode): boolean {
  const style = dom.style(element);
  return px(style.getPropertyValue('font-size')) <= 2 || style.getPropertyValue('visibility') !== 'visible';
}

/** Visits texts in document order, hidden ones too, until `visit` returns false. */
function walk(visit: (text: string, hidden: boolean) => boolean): void {
  const body = dom.select(dom.document, 'body')[0];
  if (body === undefined) return;
  const steps: { node: PageNode; hidden: boolean; silent: boolean }[] = [{ node: body, hidden: false, silent: false }];
  let left = maxNodes;
  for (let step = steps.pop(); step !== undefined && left > 0; step = steps.pop(), left -= 1) {
    const { node, hidden } = step;
    if (dom.isText(node)) {
      const text = dom.textOf(node).slice(0, 2_000).replace(filler, ' ').trim();
      if (text !== '' && !visit(text, hidden || step.silent)) return;
      continue;
    }
    if (!dom.isElement(node) || without.test(dom.tag(node))) continue;
    const inner = { hidden: hidden || hides(node), silent: hidesOwnText(node) };
    for (const child of dom.childNodes(node).reverse()) steps.push({ node: child, ...inner });
  }
}

/**
 * Returns the preview line that lists of emails show beside the subject, or only its hidden words if it begins with
 * them; null when there is none.
 */
export function preview(): { text: string; hidden: boolean } | null {
  let text = '';
  let isHidden = false;
  walk((words, hidden) => {
    if (text === '') isHidden = hidden;
    else if (isHidden && !hidden) return false;
    text = text === '' ? words : `${text} ${words}`;
    return text.length < maxPreview;
  });
  return text === '' ? null : { text: text.slice(0, maxPreview).toWellFormed(), hidden: isHidden };
}

export function readable(): number {
  let count = 0;
  walk((text, hidden) => {
    if (!hidden) count += text.length;
    return count < maxReadable;
  });
  return Math.min(count, maxReadable);
}

function wordsOf(element: PageNode): string {
  let text = '';
  const steps: PageNode[] = [element];
  let left = 400;
  for (let node = steps.pop(); node !== undefined && left > 0 && text.length < 600; node = steps.pop(), left -= 1) {
    if (dom.isText(node)) text += ` ${dom.textOf(node).slice(0, 600)}`;
    else if (dom.isElement(node)) {
      if (dom.tag(node) === 'img') text += ` ${dom.attribute(node, 'alt') ?? ''}`;
      for (const child of dom.childNodes(node).reverse()) steps.push(child);
    }
  }
  return text.replace(/\s+/g, ' ').trim();
}

export function hasUnsubscribe(): boolean {
  const links = Array.from(dom.select(dom.document, 'a[href], area[href], form[action]')).slice(0, 3_000);
  return links.some((link) => {
    const texts = ['href', 'action', 'title', 'aria-label'].map((name) => dom.attribute(link, name) ?? '');
    if ([...texts.map((each) => each.slice(0, 2_000)), wordsOf(link)].some((each) => leaving.test(each))) return true;
    // “To unsubscribe, click here”
    const around = dom.parent(link);
    if (around === null || !dom.isElement(around)) return false;
    const sentence = wordsOf(around);
    return sentence.length <= 300 && leaving.test(sentence);
  });
}
