import type { PageLanguage } from '@galla/contract/payment-page/page-languages'

interface StandeeLabels {
  readonly scan: string
  readonly amount: string
}

/** The sentences of the printed standee. The names of apps stay as their owners write them. */
export const STANDEE_LABELS: Readonly<Record<PageLanguage, StandeeLabels>> = {
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
