import type { StandeeSize } from '@galla/contract/counters/counters'
import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import { QUIET_ZONE_MODULES, qrMatrix } from '@galla/upi/qr'
import { drawModules, openPdf, type TextBox, writeText } from '../platform/files/pdf-document.ts'
import { type Counter, staticLinkOf } from './counter.ts'

interface StandeeLabels {
  readonly scan: string
  readonly amount: string
}

/** The sentences of the printed standee. The names of apps stay as their owners write them. */
const STANDEE_LABELS: Readonly<Record<PageLanguage, StandeeLabels>> = {
  en: { scan: 'Scan and pay with any UPI app', amount: 'Enter the amount in your app' },
  hi: { scan: 'किसी भी UPI ऐप से स्कैन करके पेमेंट करें', amount: 'रकम अपने ऐप में लिखें' },
  bn: { scan: 'যেকোনো UPI অ্যাপ দিয়ে স্ক্যান করে পেমেন্ট করুন', amount: 'টাকার পরিমাণ আপনার অ্যাপে লিখুন' },
  mr: { scan: 'कोणत्याही UPI ॲपने स्कॅन करून पेमेंट करा', amount: 'रक्कम तुमच्या ॲपमध्ये लिहा' },
  te: { scan: 'ఏ UPI యాప్‌తోనైనా స్కాన్ చేసి చెల్లించండి', amount: 'మొత్తాన్ని మీ యాప్‌లో టైప్ చేయండి' },
  ta: { scan: 'எந்த UPI ஆப்பிலும் ஸ்கேன் செய்து பணம் செலுத்தவும்', amount: 'தொகையை உங்கள் ஆப்பில் உள்ளிடவும்' },
  gu: { scan: 'કોઈ પણ UPI ઍપથી સ્કેન કરીને પેમેન્ટ કરો', amount: 'રકમ તમારી ઍપમાં લખો' },
  ur: { scan: 'کسی بھی UPI ایپ سے اسکین کر کے ادائیگی کریں', amount: 'رقم اپنی ایپ میں لکھیں' },
  kn: { scan: 'ಯಾವುದೇ UPI ಆ್ಯಪ್‌ನಿಂದ ಸ್ಕ್ಯಾನ್ ಮಾಡಿ ಪಾವತಿಸಿ', amount: 'ಮೊತ್ತವನ್ನು ನಿಮ್ಮ ಆ್ಯಪ್‌ನಲ್ಲಿ ನಮೂದಿಸಿ' },
  or: { scan: 'ଯେକୌଣସି UPI ଆପରେ ସ୍କାନ କରି ପେମେଣ୍ଟ କରନ୍ତୁ', amount: 'ଟଙ୍କାର ପରିମାଣ ଆପଣଙ୍କ ଆପରେ ଲେଖନ୍ତୁ' },
  ml: { scan: 'ഏതെങ്കിലും UPI ആപ്പിൽ സ്കാൻ ചെയ്ത് പണമടയ്ക്കുക', amount: 'തുക നിങ്ങളുടെ ആപ്പിൽ ടൈപ്പ് ചെയ്യുക' },
  pa: { scan: 'ਕਿਸੇ ਵੀ UPI ਐਪ ਨਾਲ ਸਕੈਨ ਕਰਕੇ ਪੇਮੈਂਟ ਕਰੋ', amount: 'ਰਕਮ ਆਪਣੀ ਐਪ ਵਿੱਚ ਲਿਖੋ' },
  as: { scan: 'যিকোনো UPI এপেৰে স্কেন কৰি পেমেণ্ট কৰক', amount: 'টকাৰ পৰিমাণ আপোনাৰ এপত লিখক' },
}

const MM = 72 / 25.4

/** Sizes in mm. */
const PAPERS: Readonly<Record<StandeeSize, readonly [width: number, height: number]>> = {
  a4: [210, 297],
  a5: [148, 210],
  a6: [105, 148],
  sticker: [75, 100],
}
/** The layout has this size in mm, and is scaled to the paper. */
const LAYOUT = { width: 105, height: 140 }
const MARGIN = 6
/** Includes the white border. On the smallest paper, the dark part is 36 mm wide for a usual UPI ID. */
const QR_SIDE = 66
const APPS = 'Google Pay · PhonePe · Paytm · BHIM · Amazon Pay · CRED'

const INK = '#14181f'
const MUTED = '#545d6b'
const ACCENT = '#0b57d0'
const WARNING = '#8a4b00'

/** Renders the printed QR of a counter as a standee for the shop. The same counter gives the same bytes. */
export const renderStandee = async (
  counter: Counter,
  size: StandeeSize,
  language: PageLanguage,
): Promise<Buffer> => {
  const [width, height] = PAPERS[size]
  const unit = Math.min(width / LAYOUT.width, height / LAYOUT.height) * MM
  const labels = STANDEE_LABELS[language]
  const { doc, finish } = await openPdf({
    size: [width * MM, height * MM],
    margin: 0,
    lang: `${language}-IN`,
    title: `${counter.payeeName}: ${counter.name}`,
    author: counter.payeeName,
    at: counter.createdAt,
  })
  const left = (width * MM - (LAYOUT.width - 2 * MARGIN) * unit) / 2
  const top = (height * MM - LAYOUT.height * unit) / 2
  const write = (
    y: number,
    text: string,
    box: Pick<TextBox, 'bold' | 'colour'> & { size: number; height: number },
  ) => {
    doc.y = top + y * unit
    return writeText(doc, text, {
      ...box,
      x: left,
      width: (LAYOUT.width - 2 * MARGIN) * unit,
      size: box.size * unit,
      height: box.height * unit,
      align: 'center',
    })
  }
  doc.rect(0, 0, width * MM, 3 * unit).fill(ACCENT)
  await write(6, counter.payeeName, { size: 8, height: 19, bold: true, colour: INK })
  await write(27, labels.scan, { size: 4.4, height: 6.5, bold: true, colour: ACCENT })
  const qr = { x: (width * MM - QR_SIDE * unit) / 2, y: top + 36 * unit, side: QR_SIDE * unit }
  doc
    .roundedRect(qr.x, qr.y, qr.side, qr.side, 3 * unit)
    .lineWidth(0.3 * unit)
    .stroke(ACCENT)
  drawModules(doc, qrMatrix(staticLinkOf(counter)), QUIET_ZONE_MODULES, qr)
  await write(103.5, labels.amount, { size: 4, height: 7, bold: true, colour: INK })
  await write(111, counter.upiId, { size: 3.8, height: 7, bold: false, colour: INK })
  await write(119.5, APPS, { size: 3.4, height: 5, bold: false, colour: MUTED })
  const footer = { size: 2.8, height: 5, bold: false, colour: MUTED }
  await write(127, counter.name, footer)
  if (counter.mode === 'test')
    await write(131, 'Test mode: no real money moves', { ...footer, bold: true, colour: WARNING })
  return finish()
}
