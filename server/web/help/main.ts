import { startCopying } from './copy-code.ts';
import { startSearch } from './search-dialog.ts';

startSearch();
startCopying();
