/** A bank, and the headers (sender IDs) of its SMS. */
export interface Bank {
  readonly id: string
  readonly name: string
  readonly headers: readonly string[]
}

const bank = (id: string, name: string, headers: string): Bank => ({ id, name, headers: headers.split(' ') })

/**
 * Headers from the operators' registry (TRAI, list of SMS headers of 16 June 2020), and newer ones that two independent sources show in
 * customers' messages. An alert with an unconfirmed header, which is not listed here, waits for a person; so does one of a bank without known
 * sentences. Headers of the same bank's cards are not listed: they report no credits.
 */
export const BANKS: readonly Bank[] = [
  bank('sbi', 'State Bank of India', 'SBIINB SBIUPI SBIPSG ATMSBI SBIATM SBIBNK CBSSBI SBIPAY SBYONO SBIDGT'),
  bank('hdfc', 'HDFC Bank', 'HDFCBK HDFCBN HDFCBA HDFCAL'),
  bank('icici', 'ICICI Bank', 'ICICIB ICICIT ICICBK ICIBNK'),
  bank('axis', 'Axis Bank', 'AXISBK AXISB AXISIN'),
  bank('kotak', 'Kotak Mahindra Bank', 'KOTAKB KBANKT KOTAKD'),
  bank('pnb', 'Punjab National Bank', 'PNBSMS'),
  bank('bob', 'Bank of Baroda', 'BOBSMS BOBTXN BOBUPI BOBBNK'),
  bank('canara', 'Canara Bank', 'CANBNK CAANBK'),
  bank('union', 'Union Bank of India', 'UNIONB'),
  bank('indusind', 'IndusInd Bank', 'INDUSB INDUSA'),
  bank('yes', 'YES BANK', 'YESBNK YESPAY'),
  bank('idfc', 'IDFC FIRST Bank', 'IDFCFB IDFCBK'),
  bank('federal', 'Federal Bank', 'FEDBNK'),
  bank('rbl', 'RBL Bank', 'RBLBNK RATNAK'),
  bank('bandhan', 'Bandhan Bank', 'BNDNBK BDNSMS'),
  bank('idbi', 'IDBI Bank', 'IDBIBK'),
  bank('indian', 'Indian Bank', 'INDBNK INBUPI'),
  bank('boi', 'Bank of India', 'BOIIND BOIBAL BOIINT'),
  bank('central', 'Central Bank of India', 'CENTBK CBOSMS'),
  bank('iob', 'Indian Overseas Bank', 'IOBCHN IOBANK IOBBNK'),
  bank('uco', 'UCO Bank', 'UCOBNK'),
  bank('maharashtra', 'Bank of Maharashtra', 'MAHABK'),
  bank('psb', 'Punjab & Sind Bank', 'PSBANK'),
  bank('au', 'AU Small Finance Bank', 'AUBANK AUBMSG AUBSMS'),
  bank('airtel', 'Airtel Payments Bank', 'AIRBNK'),
  bank('ippb', 'India Post Payments Bank', 'IPBMSG MYIPPB IPBCOM'),
  bank('cub', 'City Union Bank', 'CUBANK CUBLTD CUBSMS CUBUPI'),
  bank('sib', 'South Indian Bank', 'SIBSMS'),
  bank('dhanlaxmi', 'Dhanlaxmi Bank', 'DHANBK'),
  bank('jana', 'Jana Small Finance Bank', 'JANABK'),
  bank('kgb', 'Kerala Gramin Bank', 'KGBANK'),
  bank('karnataka', 'Karnataka Bank', 'KBLBNK'),
  bank('hsbc', 'HSBC India', 'HSBCIN HSBCIM'),
  bank('stanchart', 'Standard Chartered', 'SCBANK'),
  bank('dbs', 'DBS Bank India', 'DBSBNK'),
  bank('saraswat', 'Saraswat Bank', 'SARBNK'),
  bank('nsdl', 'NSDL Payments Bank', 'NSDLPB'),
  bank('jk', 'J&K Bank', 'JKBANK'),
  bank('utkarsh', 'Utkarsh Small Finance Bank', 'UTKSPR'),
  bank('fi', 'Fi (Federal Bank)', 'FEDFIB'),
  bank('jupiter', 'Jupiter (Federal Bank)', 'ONJPTR'),
  bank('slice', 'slice', 'SLCBNK SLCEIT'),
  bank('equitas', 'Equitas Small Finance Bank', 'EQUTAS'),
]

const BY_HEADER = new Map(BANKS.flatMap((each) => each.headers.map((header) => [header, each] as const)))

/**
 * Two letters for the operator and its circle, the header, and since 2025 a letter for the kind of message: Service or Transaction.
 * Promotions (P) report no payments, and no bank sends as the government (G).
 */
const SENDER = /^[A-Z]{2}-([A-Z0-9]{3,9})(?:-[ST])?$/i

/** Finds the bank of a registered header. A bare header does not count: any contact or foreign sender can have such a name. */
export function bankOfSender(sender: string): Bank | undefined {
  const [, header = ''] = SENDER.exec(sender.trim()) ?? []
  return BY_HEADER.get(header.toUpperCase())
}

/** Headers that banks use for UPI messages only, and apps for UPI payments only. */
const UPI_HEADERS = new Set(['SBIUPI', 'BOBUPI', 'INBUPI', 'CUBUPI'])
const UPI_APPS = new Set([
  'com.google.android.apps.nbu.paisa.merchant',
  'com.google.android.apps.nbu.paisa.user',
  'com.phonepe.app.business',
  'com.phonepe.app',
  'com.bharatpe.app',
  'in.org.npci.upiapp',
])

export function isUpiSender(sender: string): boolean {
  const name = sender.trim()
  const [, header = ''] = /^(?:[A-Z]{2}-)?([A-Z0-9]{3,9})(?:-[ST])?$/i.exec(name) ?? []
  return UPI_HEADERS.has(header.toUpperCase()) || UPI_APPS.has(name)
}
