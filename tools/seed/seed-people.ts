import type { Random } from './seed-random.ts'

export interface Customer {
  readonly name: string
  readonly email: string
  readonly mobile: string
  readonly upiId: string
}

export interface Purchase {
  readonly purpose: string
  readonly rupees: number
}

type Some<T> = readonly [T, ...T[]]

const FIRST: Some<string> = [
  ...(['Aarav', 'Aditi', 'Akash', 'Amit', 'Ananya', 'Anil', 'Arjun', 'Asha', 'Bhavna', 'Deepak'] as const),
  'Divya',
  'Farhan',
  'Gaurav',
  'Geeta',
  'Harish',
  'Imran',
  'Isha',
  'Jaya',
  'Karan',
  'Kavya',
  'Kiran',
  'Lakshmi',
  'Manish',
  'Meera',
  'Mohit',
  'Naina',
  'Nikhil',
  'Nisha',
  'Pooja',
  'Pranav',
  'Priya',
  'Rahul',
  'Rajesh',
  'Ravi',
  'Ritu',
  'Rohan',
  'Sakshi',
  'Salma',
  'Sandeep',
  'Sanjay',
  'Shreya',
  'Sneha',
  'Suresh',
  'Tanvi',
  'Thomas',
  'Uma',
  'Varun',
  'Vikram',
  'Vivek',
  'Yash',
  'Zoya',
]
const LAST: Some<string> = [
  ...(['Agarwal', 'Ahmed', 'Banerjee', 'Bhat', 'Chauhan', 'Das', 'Deshmukh', 'Dsouza', 'Fernandes'] as const),
  'Ghosh',
  'Gowda',
  'Gupta',
  'Iyer',
  'Jain',
  'Joshi',
  'Kapoor',
  'Kaur',
  'Khan',
  'Kulkarni',
  'Kumar',
  'Mehta',
  'Menon',
  'Mishra',
  'Mukherjee',
  'Nair',
  'Naidu',
  'Pandey',
  'Patel',
  'Patil',
  'Pillai',
  'Rao',
  'Rathore',
  'Reddy',
  'Saxena',
  'Sen',
  'Shah',
  'Sharma',
  'Shetty',
  'Singh',
  'Sinha',
  'Thakur',
  'Varma',
  'Venkatesan',
  'Yadav',
]

/** Names in Indian scripts, with the Latin letters of their e-mail addresses. */
const OWN_SCRIPT: Some<readonly [string, string]> = [
  ['अनन्या शर्मा', 'ananya.sharma'],
  ['राजेश कुमार यादव', 'rajesh.yadav'],
  ['प्रिया देशमुख', 'priya.deshmukh'],
  ['संजय कुलकर्णी', 'sanjay.kulkarni'],
  ['सुनीता चौहान', 'sunita.chauhan'],
  ['விக்னேஷ் சுப்ரமணியன்', 'vignesh.s'],
  ['கவிதா ராமச்சந்திரன்', 'kavitha.r'],
  ['మధు నాయుడు', 'madhu.naidu'],
  ['శ్రీలత రెడ్డి', 'srilatha.reddy'],
  ['অর্ণব মুখোপাধ্যায়', 'arnab.m'],
  ['সুচিত্রা সেন', 'suchitra.sen'],
  ['હર્ષદ પટેલ', 'harshad.patel'],
  ['નીતા શાહ', 'neeta.shah'],
  ['ಮಂಜುನಾಥ ಗೌಡ', 'manjunath.gowda'],
  ['ರೂಪಾ ಹೆಗ್ಡೆ', 'roopa.hegde'],
  ['അനീഷ് നായർ', 'aneesh.nair'],
  ['ലത മേനോൻ', 'latha.menon'],
  ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 'gurpreet.singh'],
  ['ਹਰਜੀਤ ਕੌਰ', 'harjeet.kaur'],
  ['ପ୍ରଦୀପ ମହାପାତ୍ର', 'pradeep.mohapatra'],
  ['سلمان خان', 'salman.k'],
]

/** Handles of no bank, so that a payment to a copied one reaches no one. */
const HANDLES: Some<string> = ['examplebank', 'exampleupi', 'okexample', 'examplepay']
/** Reserved for examples, so that no e-mail reaches anyone. */
const MAIL_HOSTS: Some<string> = ['example.com', 'example.org', 'example.net']
const REGULARS = 420
const OWN_SCRIPT_SHARE = 0.09

const customerFrom = (random: Random): Customer => {
  const [first, last] = [random.pick(FIRST), random.pick(LAST)]
  const [name, local] =
    random.fraction() < OWN_SCRIPT_SHARE
      ? random.pick(OWN_SCRIPT)
      : [`${first} ${last}`, `${first}.${last}`.toLowerCase()]
  const number = random.between(1, 99)
  // Mobile numbers in India begin with 6 to 9, so no one has one with a 5.
  const mobile = `5${String(random.between(0, 999_999_999)).padStart(9, '0')}`
  return {
    name,
    email: `${local}${number}@${random.pick(MAIL_HOSTS)}`,
    mobile,
    upiId: `${random.fraction() < 0.3 ? mobile : `${local}${number}`}@${random.pick(HANDLES)}`,
  }
}

/** The shop's customers: some buy once, the first of them often. */
export const customersFrom = (random: Random): (() => Customer) => {
  const all = Array.from({ length: REGULARS }, () => customerFrom(random))
  return () => {
    const fresh = random.fraction() < 0.35 ? undefined : all[Math.floor(REGULARS * random.fraction() ** 2.2)]
    return fresh ?? customerFrom(random)
  }
}

/** What the shop sells: how often, at what price, how many at most. */
const GOODS: Some<readonly [number, readonly [string, number, number]]> = [
  [14, ['Masala tea, 250 g', 240, 4]],
  [12, ['Assam CTC, 500 g', 310, 3]],
  [9, ['Cardamom tea, 250 g', 285, 3]],
  [8, ['Darjeeling first flush, 100 g', 640, 2]],
  [8, ['Filter coffee, 500 g', 420, 3]],
  [7, ['Ginger lemon infusion, 100 g', 195.5, 4]],
  [7, ['Rusk and biscuit box', 149, 5]],
  [6, ['Nilgiri green tea, 200 g', 379, 2]],
  [5, ['Kullhad cups, set of 6', 299, 3]],
  [5, ['Brass tea strainer', 189.99, 2]],
  [5, ['Tea tasting for two', 1200, 1]],
  [4, ['Monthly tea subscription', 899, 1]],
  [4, ['Copper kettle', 2450, 1]],
  [3, ['Gift hamper, small', 1499, 4]],
  [3, ['Gift hamper, Diwali', 3250, 5]],
  [2, ['Office pantry refill', 6480, 2]],
  [1.2, ['Wedding favours, 120 boxes', 21600, 1]],
  [0.8, ['Cafe supply, monthly', 34750, 1]],
  [0.4, ['Corporate gifting, 400 boxes', 118000, 1]],
  [0.3, ['चाय का थोक ऑर्डर', 15800, 2]],
]

export const purchaseFrom = (random: Random): Purchase => {
  const [purpose, price, most] = random.weighted(GOODS)
  const pieces = random.fraction() < 0.62 ? 1 : random.between(1, most)
  return { purpose: pieces === 1 ? purpose : `${purpose} x ${pieces}`, rupees: price * pieces }
}
