import type { Rail } from '../rail.ts'

/**
 * The sentences in which each bank reports UPI and IMPS credits, as seen in its messages; new ones are listed if two independent sources show
 * them. Only `{payer}`, `{rest}` and `{vpa}` contain text that the payer chose; amount and reference are read from the bank's own fields around
 * them. A sentence with a reference is listed only if all of it is known: in an unknown field, a payer could write the reference. A message with
 * both `{payer}` and `{rest}` is trusted only if it contains a single number like a reference. Each sentence has one rail, see `railOfSentence`.
 * A message that only begins like a sentence is read by `headPattern`.
 */

const BETWEEN_ACCOUNTS =
  'Your {account} is credited for {money} on {when} and debited from {other} (UPI Ref no {utr}{tail}'

const LINKED_VPA = '<by|from> [a/c linked to] [VPA] {vpa}'

/** The start of banks' sentences about IMPS payments from a mobile number's account. */
const FROM_MOBILE = 'Your {account} is credited by {money} on {when} by a/c linked to mobile {masked}'

/** The network's own templates, which banks of every kind use as they are: SBI, Indian Bank, IDFC FIRST, PNB, Bank of India, City Union Bank. */
export const NETWORK_SENTENCES: readonly string[] = [
  BETWEEN_ACCOUNTS,
  `${FROM_MOBILE} (IMPS Ref no[.] {utr}){tail}`,
]

const SBI_CREDIT = '<User|Customer>, <your|ur> {account}[-] [is] credited by {money} on {when}'

export const BANK_SENTENCES: Readonly<Record<string, readonly string[]>> = {
  hdfc: [
    `[HDFC Bank:] [Credit Alert!] {money} credited to [your] [HDFC Bank] {account} on {when} [by UPI] ${LINKED_VPA}[.] [(]<UPI Ref No|UPI Ref|UPI|Ref> {utr}{tail}`,
    '[Credit Alert!] {money} in {account} recd from {vpa} on {when} UPI {utr}{tail}',
    'Money Received - {money} in your HDFC Bank {account} on {when} by A/c linked to mobile [no] {masked} (IMPS Ref No. {utr}){tail}',
  ],
  sbi: [
    `Dear [SBI] ${SBI_CREDIT} transfer from {payer} Ref No {utr}{tail}`,
    `Dear [SBI] UPI ${SBI_CREDIT} transfer from {payer} Ref No {utr}{tail}`,
    `Dear [SBI] ${SBI_CREDIT} by {payer}(Ref no {utr}){tail}`,
    `Dear [SBI] UPI ${SBI_CREDIT} by {payer}(Ref no {utr}){tail}`,
    'Dear UPI user, {account} credited by {amount} on date {when} trf from {payer} Refno {utr}{tail}',
    `[Dear Customer,] ${FROM_MOBILE} (IMPS Ref <no|#> {utr}){tail}`,
    `[Dear Customer,] ${FROM_MOBILE}-{payer} (IMPS Ref <no|#> {utr}){tail}`,
    'Your {account} Credited {money} on {when} -Deposit by transfer from {rest}',
  ],
  icici: [
    '[Dear Customer,] [ICICI Bank] {account} is credited with {money} on {when} from {payer}. UPI:{utr}{tail}',
    'ICICI Bank {account} is credited with {money} on {when} by Account linked to mobile number {masked}. IMPS Ref. no. {utr}{tail}',
    'ICICI Bank {account} credited:{money} on {when}. Info[:] UPI-{utr}-{rest}',
    '[Dear Customer,] We have credited your ICICI Bank {account} with {money} on {when}. Info: UPI-{utr}-{rest}',
  ],
  axis: [
    '{money} credited [to] [Axis Bank] {account} [on] {when}[.] [Info-] UPI/<P2A|P2M>/{utr}/{rest}',
    '{money} credited [to] [Axis Bank] {account} [on] {when}[.] [Info-] IMPS/<P2A|P2M>/{utr}/{rest}',
  ],
  kotak: [
    'Received {money} in your Kotak Bank {account} from {payer} on {when}.UPI Ref[:] {utr}{tail}',
    'Received {money} from {payer} in your Kotak811 {account} on {when}. UPI ref no. {utr}{tail}',
    'Kotak Bank: {money} credited in your {account} by UPI from {vpa}. UPI Ref {utr}{tail}',
    'Received {money} on {when} in your Kotak Bank {account} by an A/C linked to mobile {masked}. IMPS Ref no {utr}{tail}',
  ],
  pnb: [
    '{account} Credited with {money}[,] [on] {when} thru UPI . {balance}(UPI Ref ID:{utr}){tail}',
    '[Dear Customer,] Your {account} is credited for {money} on {when} through UPI. {balance}(UPI Ref ID[:] {utr}){tail}',
    '{account} credited for {money} on {when} by {payer} thru UPI.{balance}(UPI:{utr}){tail}',
  ],
  bob: [
    '{money} Cr. to {account} on {when}. {balance}Ref:{utr}{tail}',
    '{money} Cr. to {own} {account} on {when}. {balance}Ref:{utr}{tail}',
    '{money} Credited to {account} thru UPI/{utr} by {rest}',
    'Dear BOB UPI User: Your account is credited with {money} on {when} by UPI Ref No {utr}{tail}',
  ],
  canara: [
    'Dear Customer, {account} credited with {money} on {when} from {payer}; UPI:{utr}{tail}',
    'An amount of {money} has been credited to your {account} on {when}. Total Avail.{tail}',
  ],
  union: [
    '{account} Credited for {money} on {when} by Mob Bk ref no {utr}{tail}',
    'Your SB {account} [is] Credited for {money} on {when} by Transfer Avl Bal{tail}',
  ],
  indusind: [
    '[IndusInd Bank:] {money} credited to your {account} on {when} from VPA {vpa} (RRN {utr}){tail}',
    '{account} credited by {money} from {vpa}. RRN: {utr}{tail}',
    'Your IndusInd {account} has been credited for {money} towards IMPS/{utr}{tail}',
  ],
  yes: [
    '{money} credited to your YES BANK {account} on {when} via UPI:{utr}/{rest}',
    '{money} credited to YES BANK {account} on {when}. UPI:{utr}/From:{vpa}{tail}',
  ],
  idfc: [
    'Your {account} is credited <by|with> {money} on {when}[.] <New Bal|Your new balance>{tail}',
    `${FROM_MOBILE} (IMPS Ref no {utr} ){tail}`,
  ],
  federal: [
    "{first}, you<'|’>ve received {money} in your {account}. Woohoo! It was sent by {rest}",
    'Dear Customer, {money} credited to your {account} on {when}. BAL{tail}',
    '{money} credited to your {account} via IMPS on {when}[.] [(]IMPS Ref no[-] {utr}{tail}',
  ],
  rbl: ['Dear Customer, your {account} has been credited with {money} on {when}. Info: UPI/{utr}/{rest}'],
  bandhan: ['{money} deposited to {account} towards UPI/CR/[C]{utr}/{rest}'],
  idbi: [
    'IDBI Bank {account} credited with {money} on {when}. {balance}(UPI RRN {utr}){tail}',
    '{money} Cr to your {account} (UPI Ref {utr}){tail}',
    'IDBI Bank {account} credited for {money} thru UPI. Bal{tail}',
  ],
  indian: [
    '{money} credited to {account} on {when} by a/c linked to VPA {vpa} (UPI Ref no {utr}){tail}',
    `${FROM_MOBILE} (IMPS Ref no. {utr}){tail}`,
  ],
  boi: [
    'BOI - {money} Credited <in|to> your {account} on {when} By UPI ref No.{utr}{tail}',
    'BOI UPI- Your {account} is Credited for {money} by {vpa} on {when} UPI Ref {utr}{tail}',
    `BOI UPI - ${BETWEEN_ACCOUNTS}`,
  ],
  central: [
    'CBoI: Your {account} is credited by {money} dt {when} (UPI RRN: {utr}){tail}',
    '{account} credited by {money} Total Bal{tail}',
  ],
  iob: [
    'IOB: Your {account} is credited with {money} by UPI ref no {utr}{tail}',
    'Your {account} is credited by {money} on {when}, from {payer}(UPI Ref no {utr}).Payer Remark - {rest}',
  ],
  uco: [
    '{account} Credited with {money} on {when} by UCO-UPI.{tail}',
    '{money} credited in {account} on {when} by UPI {utr}{tail}',
  ],
  maharashtra: [
    'Dear Customer, Your {account} has been credited with {money} on {when} (UPI Ref No {utr}){tail}',
    'Your {account} credited by {money} on {when} with UPI RRN:{utr}{tail}',
  ],
  psb: ['[PSB{masked}] {account} Credited with {money}--UPI/CR/{utr}/{rest}'],
  au: [
    'Cr {money} to {account} [on] {when} UPI/CR/{utr}/{rest}',
    'Credited {money} to {account} on {when} Ref UPI/CR/{utr}/{rest}',
  ],
  ippb: [
    'You have received a payment of {money} in {account} on {when} from {payer} thru IPPB. Info: UPI/CREDIT/{utr}{tail}',
  ],
  airtel: [
    'Airtel Payments Bank a/c is credited with {money}. Txn ID: {masked}{tail}',
    'Received {money} in your Airtel Payments Bank a/c from {payer}. UPI Ref: {utr}{tail}',
  ],
  cub: [BETWEEN_ACCOUNTS, 'CUB: Your {account} is credited {money} on {when} by UPI/{utr}/{rest}'],
  sib: [
    'UPI Credit:{money} in [your] {account}[ on {when}]. Info: UPI/[{ifsc}/]{utr}</| ->{rest}',
    'Dear Customer, Your {account} is credited with {money} Info: IMPS/{ifsc}/{utr}/{rest}',
    '{account} Cr by {money} on {when} UPI Ref {utr}{tail}',
  ],
  dhanlaxmi: ['{money} is credited to {account} on {when} - "UPI TXN: /{utr}-{rest}', BETWEEN_ACCOUNTS],
  jana: [
    'Dear Customer, Your {account} is credited with {money} on {when} from NPCI BHIM. UPI Ref no {utr}{tail}',
  ],
  kgb: ['Dear Customer, {account} is credited with {money} on {when} from {vpa}. UPI Ref. no. {utr}{tail}'],
  karnataka: [BETWEEN_ACCOUNTS],
  hsbc: ['Your HSBC {account} is credited for {money} on {when} from {vpa}. UPI Ref No {utr}{tail}'],
  slice: [
    '{money} received in slice {account} on {when} from {payer} via UPI (Ref ID: {utr}){tail}',
    '{money} received in {account} on {when} from {payer} via IMPS (Ref ID: {utr}){tail}',
  ],
  stanchart: ['Dear Customer, there is an IMPS credit of {money} in your {account} on {when}{tail}'],
  equitas: ['{money} credited via UPI to Equitas {account} -Ref:{utr} on {when} from {rest}'],
}

/** Union Bank writes "Mob Bk" where others name UPI. */
const NAMES_UPI = /upi|\{vpa\}|\{own\}|\bmob bk\b/i

/** The rail that the bank's own words in a sentence name. Optional parts do not count. */
export function railOfSentence(sentence: string): Rail {
  if (/\bimps\b/i.test(sentence)) return 'imps'
  return NAMES_UPI.test(sentence.replace(/\[[^[\]]*\]/g, '')) ? 'upi' : 'unknown'
}

/** Title and text of a notification, in separate fields. */
export interface AppSentence {
  /** Absent if nobody recorded it. */
  readonly title?: string
  readonly text: string
}

/**
 * Apps for business accounts, which receive UPI payments and have no chat, with sentences that two independent sources show. None has a UTR. Apps
 * for persons are never listed: anyone could imitate a payment message in their chats. Paytm's notifications have no amount in their texts, and
 * those of PhonePe Business and Google Pay for Business are known from one source or none: they wait for a person.
 */
export const APP_SENTENCES: Readonly<Record<string, readonly AppSentence[]>> = {
  'com.bharatpe.app': [{ text: 'Received {rupees} From {rest}' }],
}
