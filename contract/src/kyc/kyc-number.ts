/** The kinds of identity documents, spelt as the product's interface has always spelt them. */
export const KYC_DOCUMENT_TYPES = [
  'passport',
  'drivingLincense',
  'aadharCard',
  'voterId',
  'panCard',
  'other',
] as const
export type KycDocumentType = (typeof KYC_DOCUMENT_TYPES)[number]

export const KYC_DOCUMENT_NAMES: Readonly<Record<KycDocumentType, string>> = {
  passport: 'Passport',
  drivingLincense: 'Driving Licence',
  aadharCard: 'Aadhaar Card',
  voterId: 'Voter ID',
  panCard: 'PAN Card',
  other: 'Other',
}

export const KYC_NUMBER_CHARACTERS_MAX = 50

// Verhoeff's check digit: the products of the dihedral group, and the permutation of a digit by its place.
const PRODUCTS = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
]
const PERMUTATIONS = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]

/** Whether the last digit is Verhoeff's check digit of those before it. */
export const hasVerhoeffDigit = (digits: string): boolean => {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const permuted = Number(PERMUTATIONS[place % 8]?.[digit])
    sum = Number(PRODUCTS[sum]?.[permuted])
  }
  return sum === 0
}

/** Twelve digits that do not start with 0 or 1, the last of them Verhoeff's check digit. */
export const isAadhaar = (digits: string): boolean =>
  /^[2-9][0-9]{11}$/.test(digits) && hasVerhoeffDigit(digits)

interface Shape {
  readonly fits: (number: string) => boolean
  readonly wrong: string
}

const shape = (pattern: RegExp, wrong: string): Shape => ({ fits: (number) => pattern.test(number), wrong })

/** The numbers by kind of document, in capital letters without spaces and dashes. */
const SHAPES: Readonly<Record<Exclude<KycDocumentType, 'other'>, Shape>> = {
  // The fourth letter is the kind of holder: P for a person, C for a company, T for a trust.
  panCard: shape(
    /^[A-Z]{3}[ABCEFGHJKLPT][A-Z][0-9]{4}[A-Z]$/,
    'Please enter a valid PAN, such as ABCPE1234F',
  ),
  aadharCard: { fits: isAadhaar, wrong: 'Please enter a valid 12-digit Aadhaar number' },
  passport: shape(
    /^(?:[A-Z][0-9]{7}|[A-Z]{2}[0-9]{6})$/,
    'Please enter a valid passport number, such as A1234567',
  ),
  // Cards from before 2000 have the state, district, constituency and number.
  voterId: shape(
    /^(?:[A-Z]{3}[0-9]{7}|[A-Z]{2}\/[0-9]{2}\/[0-9]{3}\/[0-9]{6,7})$/,
    'Please enter a valid voter ID number, such as ABC1234567',
  ),
  // State, office, year of issue and seven digits.
  drivingLincense: shape(
    /^[A-Z]{2}[0-9]{2}(?:19|20)[0-9]{2}[0-9]{7}$/,
    'Please enter a valid driving licence number, such as MH1420110062821',
  ),
}

const OTHER = /^[A-Za-z0-9][A-Za-z0-9 ./-]{2,49}$/
const OTHER_WRONG = 'Please use 3 to 50 letters, digits, spaces and . / -'
const IS_AADHAAR = 'This is an Aadhaar number. Please choose Aadhaar Card as the document type.'

export type CheckedNumber = { readonly number: string } | { readonly wrong: string }

/** Returns the typed number in its normal form, or the message for the form field if it is invalid. */
export const checkDocumentNumber = (type: KycDocumentType, typed: string): CheckedNumber => {
  const bare = typed.replace(/[\s-]/g, '').toUpperCase()
  // Only the last four digits of an Aadhaar number may be stored, so it must not be accepted as another kind of number.
  if (type !== 'aadharCard' && isAadhaar(typed.replace(/\D/g, ''))) return { wrong: IS_AADHAAR }
  if (type === 'other') {
    const number = typed.trim().replace(/\s+/g, ' ')
    return OTHER.test(number) ? { number } : { wrong: OTHER_WRONG }
  }
  const { fits, wrong } = SHAPES[type]
  return fits(bare) ? { number: bare } : { wrong }
}

const SHOWN_DIGITS = 4

/** Returns the part of a valid number that may be stored and shown: of an Aadhaar number only the last four digits. */
export const keptNumber = (type: KycDocumentType, number: string): string =>
  type === 'aadharCard' ? `XXXX XXXX ${number.slice(-SHOWN_DIGITS)}` : number
