import {
  directionOf,
  PAGE_LANGUAGE_CODES,
  PAGE_LANGUAGES,
  type PageLanguage,
} from '@galla/contract/payment-page/page-languages'
import { QUIET_ZONE_MODULES, qrMatrix, qrSvgPath } from '@galla/upi/qr'
import { escapeHtml } from '../platform/escape-markup.ts'
import { amountOf, amountWordsOf, factsOf, noticesOf, type Receipt, type SignedReceipt } from './receipt.ts'
import { RECEIPT_LABELS } from './receipt-labels.ts'

/** The texts of the check of a receipt, which the shop's people read. */
const words = {
  title: 'Check a receipt',
  how: 'Scan the code on the receipt, or paste its link here. The check runs in your browser and sends nothing; it also works offline once this page is open.',
  field: 'Link of the receipt',
  button: 'Check',
  amount: 'Amount',
  status: 'Status when issued',
  paid: 'Paid',
  returnRecordedAt: 'Return recorded on',
  utr: 'UTR',
  confirmedBy: 'Confirmed by',
  confirmations: {
    provider: 'The payment provider',
    statement: 'A bank statement that the shop imported',
    message: 'A message about the payment to the shop',
    shop: 'The shop, by hand',
    simulator: 'The simulator: no real payment',
  },
  genuine:
    'Genuine: this system issued this receipt for the shop with this UPI ID, and it was not changed. The payment may have been reversed or refunded since.',
  openReceipt: 'See whether the payment was later reversed or refunded',
  forged: 'Not genuine. This receipt was changed, or it was not issued here.',
  cannotCheck: 'This browser cannot check signatures. Use a newer one.',
  needsHttps:
    'Not checked, because the check needs https. Open this page at an address that starts with https, or run galla-sdk verify-receipt with this link.',
} as const

export const STYLE = `:root{color-scheme:light dark;--ink:#14181f;--muted:#545d6b;--line:#d9dde3;--paper:#fff;--accent:#0b57d0;--warning:#8a4b00}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaee;--muted:#a3abb8;--line:#353b45;--paper:#14181f;--accent:#8ab4f8;--warning:#f5b85c}}
*{box-sizing:border-box}body{margin:0;padding:24px 16px;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:440px;margin:auto}h1{font-size:18px;margin:0 0 16px}.amount{font-size:34px;font-weight:700;margin:0;line-height:1.2}
.words,.muted{color:var(--muted);margin:4px 0 20px;font-size:14px}dl{margin:0;border-top:1px solid var(--line)}
dl div{display:flex;justify-content:space-between;gap:16px;padding:10px 0;border-bottom:1px solid var(--line)}
dt{color:var(--muted);flex:none}dd{margin:0;text-align:end;overflow-wrap:anywhere;font-size:15px;font-variant-numeric:tabular-nums}
.qr{background:#fff;padding:0;width:264px;max-width:100%;display:block;margin:24px auto 8px;border-radius:8px}
output{display:block;font-weight:600;margin:4px 0 16px}.center{text-align:center}a,button{color:var(--accent)}nav,.languages{display:flex;gap:8px 20px;flex-wrap:wrap;justify-content:center;margin-top:20px}
nav a,.languages a{padding:10px 0}.languages{font-size:14px;border-top:1px solid var(--line);padding-top:8px}.test{border:1px solid;color:var(--warning);font-weight:600;border-radius:8px;padding:8px 12px}
textarea{width:100%;min-height:96px;font:inherit;font-size:14px;padding:10px;border:1px solid var(--muted);border-radius:8px;background:transparent;color:inherit}
button{font:inherit;font-weight:600;min-height:44px;padding:0 20px;margin:12px 0;border-radius:8px;border:0;background:var(--accent);color:var(--paper)}
@media print{nav,.languages{display:none}}`

const htmlDocument = (title: string, main: string, language: PageLanguage = 'en'): string =>
  `<!doctype html><html lang="${language}-IN" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${main}</main></body></html>`

const qrSvg = (link: string, label: string): string => {
  const matrix = qrMatrix(link)
  const side = matrix.length + 2 * QUIET_ZONE_MODULES
  return (
    `<svg class="qr" role="img" aria-label="${escapeHtml(label)}" shape-rendering="crispEdges" ` +
    `viewBox="${-QUIET_ZONE_MODULES} ${-QUIET_ZONE_MODULES} ${side} ${side}"><path stroke="#000" d="${qrSvgPath(matrix)}"/></svg>`
  )
}

/** Names, numbers and times of another direction than the text around them keep theirs. */
const factRows = (facts: ReturnType<typeof factsOf>): string =>
  facts
    .map(([label, fact]) => `<div><dt>${escapeHtml(label)}</dt><dd><bdi>${escapeHtml(fact)}</bdi></dd></div>`)
    .join('')

/** Renders the page of a receipt. `checkLink` is the URL that verifies it. */
export const receiptHtml = (receipt: Receipt, checkLink: string, language: PageLanguage): string => {
  const path = `/receipt/${encodeURIComponent(receipt.orderId)}`
  const labels = RECEIPT_LABELS[language]
  const notices = noticesOf(receipt, language).map((notice) => `<p class="test">${escapeHtml(notice)}</p>`)
  const inWords = amountWordsOf(receipt, language)
  const others = PAGE_LANGUAGE_CODES.filter((each) => each !== language).map(
    (each) => `<a lang="${each}" hreflang="${each}" href="${path}?lang=${each}">${PAGE_LANGUAGES[each]}</a>`,
  )
  return htmlDocument(
    `${labels.title} ${receipt.clientTxnId}`,
    `<h1>${escapeHtml(labels.title)}</h1>${notices.join('')}<p class="amount"><bdi>${escapeHtml(amountOf(receipt))}</bdi></p>` +
      `<p class="words">${escapeHtml(inWords ?? '')}</p><dl>${factRows(factsOf(receipt, language))}</dl>` +
      `${qrSvg(checkLink, labels.check)}<p class="muted center">${escapeHtml(labels.check)}</p>` +
      `<nav><a href="${path}/a5.pdf?lang=${language}">${escapeHtml(labels.a5)}</a>` +
      `<a href="${path}/58mm.pdf?lang=${language}">${escapeHtml(labels.thermal)}</a>` +
      `${receipt.invoice === null ? '' : `<a href="${path}/invoice.pdf">${escapeHtml(labels.invoice)} (PDF)</a>`}` +
      `<a href="${escapeHtml(checkLink)}">${escapeHtml(labels.verifyLink)}</a></nav>` +
      `<p class="languages">${others.join('')}</p>`,
    language,
  )
}

const EN = RECEIPT_LABELS.en

const STATUSES: Readonly<Record<SignedReceipt['status'], string>> = {
  paid: words.paid,
  reversed: EN.reversed,
  refunded: EN.refunded,
}

const CONFIRMED_BY: Readonly<Record<SignedReceipt['confirmedBy'], string>> = words.confirmations

/** The fields of a signed receipt that the check shows, in this order. */
const LABELS: Readonly<Partial<Record<keyof SignedReceipt, string>>> = {
  merchant: EN.paidTo,
  payee: 'UPI ID',
  amount: words.amount,
  status: words.status,
  refunded: EN.refunded,
  returnRecordedAt: words.returnRecordedAt,
  receivedAt: EN.paidAt,
  recordedAt: EN.recordedAt,
  utr: words.utr,
  payer: EN.payer,
  confirmedBy: words.confirmedBy,
  reference: EN.reference,
  order: EN.order,
}

/** Runs in the browser; `K` is the public key, `L` the labels. Makes no requests. */
export const verifyScript = (publicKey: object): string =>
  `const K=${JSON.stringify(publicKey)},L=${JSON.stringify(LABELS)},[f,o,d,a,n]=['textarea','output','dl','#now','.test'].map(s=>document.querySelector(s)),` +
  `D=(v,s)=>new Intl.DateTimeFormat('en-IN',{timeZone:'Asia/Kolkata',dateStyle:'medium',...s}).format(new Date(v)),` +
  `T=v=>v.includes('T')?D(v,{timeStyle:'short'})+' IST':D(v),` +
  `M=v=>new Intl.NumberFormat('en-IN',{style:'currency',currency:'INR'}).format(v),F={amount:M,refunded:M,` +
  `status:v=>(${JSON.stringify(STATUSES)})[v],confirmedBy:v=>(${JSON.stringify(CONFIRMED_BY)})[v],receivedAt:T,recordedAt:T,returnRecordedAt:T},` +
  `b=s=>Uint8Array.from(atob(s.replace(/-/g,'+').replace(/_/g,'/')),c=>c.charCodeAt(0));` +
  `async function check(t){d.replaceChildren();a.hidden=n.hidden=true;if(!crypto.subtle){o.textContent=o.dataset.https;return}let p;try{const[h,c,s]=t.trim().split('#').at(-1).split('.');` +
  `const k=await crypto.subtle.importKey('jwk',K,{name:'Ed25519'},false,['verify']).catch(()=>null);` +
  `if(!k){o.textContent=o.dataset.cannot;return}` +
  `if(await crypto.subtle.verify('Ed25519',k,b(s),new TextEncoder().encode(h+'.'+c)))p=JSON.parse(new TextDecoder().decode(b(c)))}catch{}` +
  `o.textContent=p?o.dataset.genuine:o.dataset.forged;` +
  `if(!p)return;n.hidden=p.mode!='test';a.hidden=false;a.href='/receipt/'+encodeURIComponent(p.order);` +
  `for(const[k,l]of Object.entries(L))if(k in p){const r=document.createElement('div'),x=document.createElement('dt'),y=document.createElement('dd');` +
  `x.textContent=l;y.textContent=F[k]?.(p[k])??p[k];r.append(x,y);d.append(r)}}` +
  `document.querySelector('form').onsubmit=e=>{e.preventDefault();check(f.value)};` +
  `function go(){if(location.hash.length>1){f.value=location.hash.slice(1);check(f.value)}}addEventListener('hashchange',go);go()`

export const verifyHtml = (script: string): string =>
  htmlDocument(
    words.title,
    `<h1>${escapeHtml(words.title)}</h1><p class="muted">${escapeHtml(words.how)}</p>` +
      `<form><label>${escapeHtml(words.field)}<textarea name="receipt" spellcheck="false"></textarea></label>` +
      `<button>${escapeHtml(words.button)}</button></form>` +
      `<output data-genuine="${escapeHtml(words.genuine)}" data-forged="${escapeHtml(words.forged)}" data-cannot="${escapeHtml(words.cannotCheck)}" data-https="${escapeHtml(words.needsHttps)}"></output>` +
      `<p class="test" hidden>${escapeHtml(EN.test)}</p><dl></dl><p><a id="now" hidden>${escapeHtml(words.openReceipt)}</a></p>`,
  ).replace('</body>', `<script>${script}</script></body>`)
