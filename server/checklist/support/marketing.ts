import type { TextFact } from '../../contract/shot-facts.ts';

/** Words by which an email says that it goes to many subscribers. */
const news =
  /\bnewsletter\b|\b(?:weekly|monthly|daily) (?:digest|update|round-?up|news)\b|\brundbrief\b|\binfolettre\b|\bbolet[ií]n\b|\bnieuwsbrief\b|\bnyhetsbrev\b|\bbiuletyn\b|\bbollettino\b|you (?:are |get |got |receive |received )?(?:receiving |getting )?this (?:e-?mail |message )?(?:because|since|as) you (?:have )?(?:subscribed|signed up|opted in|asked for (?:news|updates))|sie erhalten diese (?:e-?mail|nachricht), weil sie sich (?:angemeldet|für)/i;

/** Groups of words typical of advertising; a single group proves nothing. */
const offers: readonly RegExp[] = [
  /\d{1,2} ?% (?:off|discount|rabatt|de réduction|de descuento|di sconto|korting|de desconto|zniżki|taniej)|(?:save|spare[nt]?|économisez|ahorra|risparmia|bespaar|economize) (?:up to |bis zu |jusqu.à |hasta |fino a |tot )?\d{1,2} ?%|-\d{2} ?%/i,
  /\b(?:shop|buy|order) (?:now|the (?:sale|collection|look))\b|\bjetzt (?:kaufen|shoppen|bestellen|sichern)\b|\bacheter\b|\bcompra(?:r)? ahora\b|\bacquista ora\b|\b(?:koop|shop|bestel) nu\b|\bcompre agora\b|\bkup teraz\b|\b(?:köp|handla) nu\b/i,
  /\b(?:flash |summer |winter |spring |autumn |end of season )sale\b|\bsale (?:ends|is on)\b|\bausverkauf\b|\bsoldes\b|\brebajas\b|\bsaldi\b|\buitverkoop\b|\bliquidação\b|\bwyprzedaż\b/i,
  /\b(?:promo|coupon|discount|voucher) code\b|\bcoupon\b|\bgutschein(?:code)?\b|\bcode promo\b|\bcupón\b|\bcodice sconto\b|\bkortingscode\b|\bcupom\b|\brabattkod\b/i,
  /\b(?:limited time|last chance|while stocks? lasts?|ends (?:tonight|today|tomorrow|soon|(?:on )?(?:sun|mon|fri|satur)day)|don.t miss)\b|\bnur (?:noch )?(?:heute|bis)\b|\bdernière chance\b|\búltima oportunidad\b|\bultima occasione\b/i,
  /\bfree (?:shipping|delivery)\b|\bversandkostenfrei\b|\blivraison (?:gratuite|offerte)\b|\benvío gratis\b|\bspedizione gratuita\b|\bgratis verzending\b|\bfrete grátis\b/i,
  /\bnew (?:arrivals?|collection|in store|colou?rs|season|range|products|designs|flavou?rs|styles|models)\b|\b(?:back in stock|just (?:in|landed|arrived))\b|\bneue (?:kollektion|farben|produkte)\b|\bnouvelle collection\b|\bnueva colección\b|\bnuova collezione\b|\bnieuwe collectie\b/i,
  /\b(?:see|discover|explore|browse) (?:what(?:’|')?s? (?:is )?new|(?:all |the |our )?(?:new )?(?:collection|range|colou?rs|arrivals|offers|deals))\b|\bjetzt entdecken\b|\bdécouvrez\b|\bdescubre\b|\bscopri\b|\bontdek\b|\bodkryj\b|\bupptäck\b/i,
];

/** Words of an email to one person about something they did: it needs no unsubscribe link. */
const personal =
  /\b(?:invoice|receipt|rechnung|facture|factura|ricevuta|kvitto|faktura|paragon)\b|\b(?:your|ihre?|votre|tu|il tuo|je|uw) (?:order|bestellung|commande|pedido|ordine|bestelling)\b|\border (?:no\.?|number|#|confirm)|\b(?:password|passwort|mot de passe|contraseña|wachtwoord|senha|hasło|lösenord)\b|\b(?:verification|security|sign-?in|login) (?:code|link|alert)\b|\bverify your\b|\bconfirm your (?:e-?mail|account|address)\b|\binvite[sd] you\b|\byou(?:’|')?(?:re| are|ve been| have been) invited\b|\b(?:booking|reservation|appointment|payment|shipment|delivery) (?:confirm\w*|received|reminder|failed|is)\b|\bhas shipped\b|\bon its way\b/i;
/** The number of first texts that name an email's subject. */
const FIRST = 6;
const MIN_OFFERS = 2;

/** Whether an email is advertising or a newsletter by its own words. Returns false in cases of doubt. */
export function isMarketing(texts: readonly TextFact[]): boolean {
  const about = texts.filter(({ role }, at) => role === 'heading' || at < FIRST);
  if (about.some(({ text }) => personal.test(text))) return false;
  if (texts.some(({ text }) => news.test(text))) return true;
  return offers.filter((offer) => texts.some(({ text }) => offer.test(text))).length >= MIN_OFFERS;
}
