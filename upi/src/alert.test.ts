import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AlertMessage, parseAlert } from './alert.ts'
import { ALERT_LENGTH_MAX } from './alert-text.ts'

/** The text, the paise, and where the bank tells them: the reference, the payer's UPI ID and name. Persons are invented. */
type Sample = readonly [
  text: string,
  amount: number,
  utr?: string | undefined,
  payerVpa?: string | undefined,
  payerName?: string | undefined,
]

const CREDITS: readonly Sample[] = [
  [
    'Credit Alert!\nRs.900.00 credited to HDFC Bank A/c XX4321 on 15-12-25 from VPA payer.one1@okhdfcbank (UPI 555666777888)',
    90000,
    '555666777888',
  ],
  [
    'HDFC Bank: Rs. 1.00 credited to a/c XXXXXX2002 on 23-01-24 by a/c linked to VPA 9000000000@fam (UPI Ref No 408888887329).',
    100,
    '408888887329',
  ],
  [
    'Dear Customer, Rs. 160.00 is successfully credited to your account **7722 by VPA payer@ybl Mr Sample Payer on 18-04-26. Your UPI transaction reference number is 620132678501. Thank you for banking with us.',
    16000,
    '620132678501',
  ],
  [
    "Dear Customer,\nGreetings from HDFC Bank!\nWe're writing to inform you that Rs.1.00 has been successfully credited to your HDFC Bank account ending in 7722.\nTransaction Details:\na. Date: 13-06-26\nb. Sender: Sample Payer (VPA: payer@superyes)\nc. UPI Reference No.: 653070886774",
    100,
    '653070886774',
  ],
  [
    'Dear SBI User, your A/c X1234 credited by Rs.5,00,000.00 on 05Oct26 transfer from ACME TECH Ref No 628374650192',
    50000000,
    '628374650192',
  ],
  [
    'Dear SBI UPI User, ur A/cX9876 credited by Rs320 on 02Mar23 by  (Ref no 121212343456)',
    32000,
    '121212343456',
  ],
  [
    'Dear Customer, Acct XX123 is credited with Rs 5,000.00 on 05-Oct-26 from SAMPLE SENDER. UPI:123456789012-ICICI Bank.',
    500000,
    '123456789012',
  ],
  [
    'ICICI Bank Account XX022 is credited with Rs 1,925.00 on 29-Jul-23 by Account linked to mobile number XXXXX56689. IMPS Ref. no. 321011467780.',
    192500,
    '321011467780',
  ],
  [
    'INR 5590.00 credited to A/c no. XX8926 on 09-11-23 at 11:59:28 IST. Info- UPI/P2A/334365332111/SAMPLE PAYER/Axis Bank - Axis Bank',
    559000,
    '334365332111',
  ],
  [
    'Received Rs.250.00 in your Kotak Bank AC X3333 from sample.payer@oksbi on 14-10-25.UPI Ref 222233334444. Not you, https://kotak.com/KBANKT/Fraud',
    25000,
    '222233334444',
  ],
  [
    'Ac XX7582 Credited with Rs.4750.00 11-07-2025 08:53:21 thru UPI . Aval Bal Rs.82431.67 CR. (UPI Ref ID:714628305917) Helpline 18001800/18002021-PNB',
    475000,
    '714628305917',
  ],
  [
    'A/c *9172 Credited for Rs:501.00 on 23-01-2024 20:05:45 by Mob Bk ref no 402347890661 Avl Bal Rs:556.00.Never Share OTP/PIN/CVV-Union Bank of India',
    50100,
    '402347890661',
  ],
  [
    'Rs.2.00 credited to a/c *8175 on 07/10/2025 by a/c linked to VPA sample.paytm3@axisbank (UPI Ref no 981408452805).Indian Bank',
    200,
    '981408452805',
  ],
  [
    'Cr INR 5,000.00 to A/c X4541 12-MAY-2026\nUPI/CR/424941009999/SAMPLE DOE/Y\nBal INR 23,838.10\n-AU Bank',
    500000,
    '424941009999',
  ],
  [
    'PSB000000000000003\nA/c No **2222 Credited with Rs 5500--UPI/CR/121888265852/SAMPLE/HDFC/00000000000000/U (CLR BAL 30987.99CR)(13-04-2026 17:22:34)-Punjab&Sind Bank',
    550000,
    '121888265852',
  ],
  [
    'INR 25,000.00 deposited to A/c XXXXXXXXXX1234 towards UPI/CR/C224513287910/SAMPLE DOE/u on 03-OCT-2025 . Clear Bal is INR 30,123.00 . Bandhan Bank.',
    2500000,
    '224513287910',
  ],
  [
    'Dear Customer, Account XXXX123 is credited with INR 3000 on 20-10-2025 08:15:26 from 9000000000@upi. UPI Ref. no. 529807237409-Kerala Gramin Bank',
    300000,
    '529807237409',
  ],
  [
    'Dear Customer, Your acct XX005 is credited with INR 8.00 on 13-Jun-26 from NPCI BHIM. UPI Ref no 103475395201 . JANA SFB',
    800,
    '103475395201',
  ],
  [
    'Rs. 2,000 received in slice A/c xx2743 on 15-Jun-26 from SAMPLE PAYER via UPI (Ref ID: 212756500000). Avl. Bal. Rs. 2,203.56 - slice',
    200000,
    '212756500000',
  ],
  [
    'Rs 3500.50 credited to your A/c XX4567 via IMPS on 18AUG2024 11:45:30 IMPS Ref no 654321098765 Bal:Rs 25000.75 -Federal Bank',
    350050,
    '654321098765',
  ],
  [
    'Rs.500.00 Cr. to payer@ybl A/c XX789012 on 15-11-2024. AvlBal:Rs5678.90. Ref:987654321012 -Bank of Baroda',
    50000,
    '987654321012',
  ],
  [
    'INR 10.00 is credited to A/c XXXX1234 on 24-APR-2025 - "UPI TXN: /398353431145-Paytm/payment using UPI/abc". Aval Bal is INR 36,278.92 -DhanlaxmiBank',
    1000,
    '398353431145',
  ],
  ['Sample Payer paid you ₹500. UPI transaction ID: 412345678901', 50000, '412345678901'],
  ['₹1,250.50 received from Sample Store. UTR: 523412345678', 125050, '523412345678'],
  ['Your A/C XXXXXXX5678 is credited by INR 500.00 on 06/08/25 17:36. New Bal :INR 10000.00', 50000],
  [
    'A/c XX8360 Credited with Rs.6.00 on 07-02-2024 by UCO-UPI.Avl Bal Rs.51.98. Report Dispute https://bit.ly/x .For feedback https://rb.gy/x',
    600,
  ],
  [
    "Jane, you've received INR 10,509.09 in your Account XXXXXXXX1896. Woohoo! It was sent by SAMPLE on March 19, 2025. -Federal Bank",
    1050909,
  ],
  ['Received ₹2,000 in your Paytm account from Sample Payer', 200000],
  [
    'Dear Customer, your Account XX1234 has been credited with INR 1,500.00 on 12-Sep-2026 12:30:11. Info: UPI/625512345678/from rahul@okaxis. Available balance: INR 20,111.45. - RBL Bank',
    150000,
    '625512345678',
    'rahul@okaxis',
  ],
  [
    'An amount of INR 500.00 has been CREDITED to your account XXX1234 on 11/08/2026. Total Avail.bal INR 7,654.00. - Canara Bank',
    50000,
  ],
  [
    'BOI -  Rs 2500.00 Credited in your Ac XX5468 on 10-10-2026 By UPI ref No.628312345678.Avl Bal 3500.00',
    250000,
    '628312345678',
  ],
  [
    'BOI UPI- Your account XX5468 is Credited for Rs.100.00 by rahul@ybl on 10-10-26 UPI Ref 628312345679',
    10000,
    '628312345679',
    'rahul@ybl',
  ],
  [
    'Your A/C XX345 Credited INR 5,000.00 on 13/09/26 -Deposit by transfer from MR SAMPLE PAYER. Avl Bal INR 7,234.90-SBI',
    500000,
  ],
  [
    'Dear Customer, INR 750.00 credited to your A/c No XX8726 on 01/05/2026 through NEFT with UTR SBIN126052812345 by ACME TRADERS, INFO: BATCHID:0000 -SBI',
    75000,
  ],
  [
    'Rs. 1,200.00 credited to your YES BANK Ac XX1122 on 05JUN26 16:40 via UPI:615612345678/From:rahul@okicici. Bal Rs 9,234.11',
    120000,
    '615612345678',
    'rahul@okicici',
  ],
  [
    'IndusInd Bank: Rs.499.00 credited to your a/c *XX1234 on 10-10-26 from VPA asha@upi (RRN 628311112222). Avl Bal: Rs.1,234.00',
    49900,
    '628311112222',
    'asha@upi',
  ],
  [
    'Your a/c no. XXXXXXXX1234 is credited by Rs.5000.00 on 05-10-26 by a/c linked to mobile XXXXXX9999 (IMPS Ref no 627812345678).-State Bank of India',
    500000,
    '627812345678',
  ],
  [
    'Dear Customer, Your A/c ending 1234 has been credited with Rs. 350.00 on 10-10-2026 (UPI Ref No 628322223333) - Bank of Maharashtra',
    35000,
    '628322223333',
  ],
  [
    'CBoI: Your A/c No. XXXXX1234 is credited by Rs. 5.000 dt 10/10/26 (UPI RRN: 628344445555). Bal Rs 100.00',
    500,
    '628344445555',
  ],
  [
    'Credit Alert! Rs 20.00 in A/c XX11 recd from asha@ybl on 11-10-26 UPI 628444445555',
    2000,
    '628444445555',
  ],
  [
    'Received Rs.2,000.00 in your Airtel Payments Bank a/c from SAMPLE PAYER. UPI Ref: 628455556666',
    200000,
    '628455556666',
  ],
  [
    'IOB: Your a/c no XXXXX1234 is credited with Rs.900.00 by UPI ref no 628466667777 on 11-10-26',
    90000,
    '628466667777',
  ],
  [
    'Dear customer, we have credited your A/c XX1234 with INR 640.00 on 11-10-26. Info: UPI-628477778888-SAMPLE PAYER. - Standard Chartered',
    64000,
    '628477778888',
  ],
  ['Sample Payer sent you Rs 20.50', 2050, undefined, undefined, 'Sample Payer'],
  ['You have received ₹1 from Sample Payer', 100, undefined, undefined, 'Sample Payer'],
  ['Payment received ₹340 from SAMPLE PAYER', 34000],
  ['Money Received! ₹99.00 from Sample Payer. UTR 628488889999', 9900, '628488889999'],
  [
    'Update! INR 1.00 deposited in HDFC Bank A/c XX9999 on 30-MAR-26 for NEFT Cr-SBIN0000001-ACME-HDFC-SBIN126089123456. Avl bal INR 5,000.00',
    100,
  ],
  [
    'Dear Customer, Account XX566 credited:Rs. 18,832.00 on 02-Oct-26. Info INF*INFT*0123456789*ACME. Available Balance is Rs. 50,000.00.',
    1883200,
  ],
  [
    'Dear Customer, there is an IMPS credit of INR 5,000.00 in your account XX1234 on 12/09/2026. Ref No 625588887777 - StanChart',
    500000,
    '625588887777',
  ],
  [
    'An amount of INR 13,30,614.75 has been credited to XXXX6785 on 02/12/2025 towards RTGS by Sender ACME, IFSC SBIN0000001, UTR SBINR52025120212345678, Total Avail. Bal INR 14,00,000.00- Canara Bank',
    133061475,
  ],
  [
    'BOI - Rs 15,000.00 Credited in your Ac XX5468 on 02-12-2025 By NEFTINWARD SBIN425336123456.Avl Bal 20000',
    1500000,
  ],
  [
    'Rs 1 credited in Acc XX1234 on 19-Oct-26 by UPI 629212345678. Call 18001234 if not done by you. UCO Bank',
    100,
    '629212345678',
  ],
  ['A/c *1234 credited with Rs 500/- on 20-10-26. UPI Ref no. 629312345678', 50000, '629312345678'],
  [
    'INR 500.00 (Rupees Five Hundred only) has been credited to your A/c XX1234 on 20/10/2026. UPI/629312345679/loan return',
    50000,
    '629312345679',
  ],
  [
    'Rs.15.00 credited to a/c XX11 on 20-10-26 by VPA refund.desk@ybl (UPI Ref No 629312345670)',
    1500,
    '629312345670',
    'refund.desk@ybl',
  ],
  [
    'Your a/c XX1234 is credited with Rs.10,000.00 on 20-10-2026. UPI/CR/629399998888/RAVI/HDFC/ravi@okhdfcbank/debited emi refund',
    1000000,
    '629399998888',
  ],
  [
    '₹1,00,000 received from ACME TRADERS in your Kotak811 account. UTR: 629399991111',
    10000000,
    '629399991111',
  ],
  ['Paytm for Business: Received Rs.250 from Sample Payer at 10:30 AM. Total today Rs.1,250', 25000],
  ['Rs 45.00 paid by Sample Payer. RRN 629399992222. BharatPe', 4500, '629399992222'],
  [
    'DEAR CUSTOMER YOUR A/C NO. XX1234 IS CREDITED BY RS.250.00 ON 10-10-26 BY A/C LINKED TO VPA ASHA@YBL (UPI REF NO 628300001111). NEVER SHARE OTP, CVV OR PIN WITH ANYONE. -SARASWAT BANK',
    25000,
    '628300001111',
    'asha@ybl',
  ],
  [
    'Dear SBI UPI User, ur A/cX1234 credited by Rs1 on 02Oct26 by  Sample (Ref no 628400001111) If not done by u, fwd this SMS to 9223008333',
    100,
    '628400001111',
  ],
  [
    'Hi, Rs.200 has been added to your account XX12 via UPI from asha@okaxis. Ref 628400002222. - Fi',
    20000,
    '628400002222',
    'asha@okaxis',
  ],
  [
    "Woohoo! You've received ₹1,200 from SAMPLE PAYER in your Jupiter account. UPI Ref No: 628400003333",
    120000,
    '628400003333',
  ],
  [
    'Your Karnataka Bank A/c XX123 is credited Rs.3,000.00 on 10-10-26 thru UPI-628400004444. Bal:Rs.10,000.00',
    300000,
    '628400004444',
  ],
  ['INB/Cr/Rs 50: Your account XX123 credited with Rs 50.00', 5000],
  [
    'Credited INR 101.00 to A/c XX1234 by asha@axl on 10/10/2026 14:00. UPI Ref No.628400005555. Equitas',
    10100,
    '628400005555',
    'asha@axl',
  ],
  [
    'Rs.1000.00 Cr to your a/c XX123 (UPI Ref 628400006666) Avl bal Rs.2000 -IDBI Bank',
    100000,
    '628400006666',
  ],
  [
    'IDBI Bank A/C NN12345 credited with Rs 2000.00 on Oct 10 2026. Bal: Rs 10000.00 (UPI RRN 628400007777)',
    200000,
    '628400007777',
  ],
  [
    'Dear customer, your account 123456789012 has been credited with Rs 600 on 10-10-26. UPI ref 628400008888',
    60000,
    '628400008888',
  ],
  [
    'Rs 300 received via UPI from SAMPLE PAYER (919876543210@ybl) Ref 628400009999 - Ujjivan',
    30000,
    '628400009999',
    '919876543210@ybl',
  ],
  ['A/c XX1234 Cr by Rs 88.00 on 10/10/26 UPI Ref 628500001111 - South Indian Bank', 8800, '628500001111'],
  ['UPI Credit:Rs.500.00 in your a/c XX1234 on 10-10-26. Info:UPI/628500002222 - SIB', 50000, '628500002222'],
  [
    'Your Account XXX123 is credited with INR 250.00 on 10-10-2026 09:11:12 by UPI Ref no 628500003333. Avl Bal INR 300.00. Federal Bank. Get a pre-approved loan: fedl.in/x',
    25000,
    '628500003333',
  ],
  [
    'HDFC Bank: Rs 1,50,000.50 credited to A/c XX1234 on 01-10-26 by UPI from VPA big.shop@icici. Ref 630012345678',
    15000050,
    '630012345678',
  ],
  [
    'ICICI Bank Account XX123 credited:Rs. 1.00 on 01-Oct-26. Info UPI-630012345679-SAMPLE. Available Balance is Rs. 10.',
    100,
    '630012345679',
  ],
  [
    'We have credited your ICICI Bank Account XX123 with INR 4,000.00 on 01-Oct-26. Info:UPI-630012345670-Sample. The Available Balance is INR 9,000.',
    400000,
    '630012345670',
  ],
  [
    'Dear UPI user, A/C X1234 credited by 320.00 on date 01Oct26 trf from Sample Payer Refno 630012345671 -SBI',
    32000,
    '630012345671',
  ],
  [
    'Rs.5000 credited to Axis Bank A/c no. XX1234 on 01-10-26. UPI/P2M/630012345672/SAMPLE PAYER',
    500000,
    '630012345672',
  ],
  [
    'INR 20,000.00 credited\nA/c no. XX1234\n01-10-26, 10:11:12 IST\nUPI/P2A/630012345673/SAMPLE PAYER/HDFC BANK - Axis Bank',
    2000000,
    '630012345673',
  ],
  ['Credited: Rs 450.00\nA/c: XX1234\nFrom: asha@okaxis\nUPI Ref: 630012345674', 45000, '630012345674'],
  [
    'Your a/c 12XX34 has been credited by Rs.99.00 from 98XXXXXX12@ybl/SAMPLE PAYER on 01/10/26. RRN:630012345675. Bal:Rs.900.00 - J&K Bank',
    9900,
    '630012345675',
  ],
  [
    'Acct XX123 is credited with Rs 700.00 on 02-Oct-26 from SAMPLE. UPI:630012345676. To dispute, call 18002662',
    70000,
    '630012345676',
  ],
  [
    'You have received Rs 1.00 in your account XX12 from SAMPLE PAYER-asha@okicici via UPI. Ref No 630012345677 -DBS',
    100,
    '630012345677',
  ],
  ['Received Rs 35.00 from Asha Rao via BHIM UPI. Txn ID 630022345678', 3500, '630022345678'],
  [
    'Dear Customer, Your A/c XX1234 is credited with Rs.55.00 on 03/10/26 by UPI. RRN No.630032345678. Clear Bal Rs.1,000.00CR -TMB',
    5500,
    '630032345678',
  ],
  ['TMB: Rs 40 credited to a/c XX12 UPI/CR/630042345678/ASHA', 4000, '630042345678'],
  [
    'Kotak Bank: Rs.12,345.67 credited in your A/c XX1234 by UPI from asha@upi. UPI Ref 630052345678.',
    1234567,
    '630052345678',
  ],
  ['Asha Rao paid you ₹1,250.00 for order 55', 125000],
  ['Amazon Pay: You received Rs. 500 from Asha. Ref 630062345678', 50000, '630062345678'],
  ['PhonePe Business: Payment of Rs.80 received from ASHA RAO', 8000],
  ['Rs.80.00 received from Asha Rao on your PhonePe QR', 8000],
  [
    'BharatPe: You have received a payment of Rs. 60.00 from ASHA RAO (asha@paytm). UTR: 630072345678',
    6000,
    '630072345678',
  ],
  [
    'Dear Merchant, you have received INR 10.00 via UPI from asha@ybl. RRN: 630082345678',
    1000,
    '630082345678',
  ],
  ['Rs 10 received in HDFC SmartHub Vyapar from asha@ybl. UPI Ref no. 630092345678', 1000, '630092345678'],
  [
    'HSBC: INR 5,000.00 is credited to A/c 123-456***-006 on 01OCT26 from SAMPLE. UPI ref 630102345678',
    500000,
    '630102345678',
  ],
  [
    'Your NSDL Payments Bank a/c XX1234 is credited with Rs.300.00 via UPI on 01/10/2026. Ref No: 630112345678',
    30000,
    '630112345678',
  ],
  [
    'India Post Payments Bank: Your A/C X1234 is credited with Rs.100.00 through UPI on 01-10-2026. RRN 630122345678 Avl Bal Rs.200',
    10000,
    '630122345678',
  ],
  ['A/C XXX123 CREDITED BY RS 10 TOTAL BAL: RS 110 CR UPI REF 630132345678 -CSB', 1000, '630132345678'],
  ['CUB: Your a/c XX12 is credited INR 65.00 on 01-OCT-26 by UPI/630142345678/asha', 6500, '630142345678'],
  [
    'Rs 500 has been successfully deposited in your a/c XX11 through UPI, transaction ref 630152345678',
    50000,
    '630152345678',
  ],
  ['Amt Rs 500 credited to ur A/c XX11 by Asha on 01/10, UPI RRN 630162345678', 50000, '630162345678'],
  [
    'ALERT: Your account XX11 received INR 500.00 from ASHA RAO. UPI Reference 630172345678',
    50000,
    '630172345678',
  ],
  ['Transaction alert: credit of Rs.25.00 to a/c XX11 from asha@ybl UPI 630182345678', 2500, '630182345678'],
  [
    'Your account ending XX11 was credited ₹25.50 on 1 Oct. UPI transaction ID 630192345678',
    2550,
    '630192345678',
  ],
]

const NOT_CREDITS: readonly string[] = [
  'HDFC Bank: your NEFT transaction with reference number N326261234567 for INR 499.00 has been credited to the ICICI Bank A/c XX1234 of ASHA RAO on 21-11-26 at 10:11:12',
  'Dear Customer, your IMPS transfer of INR 499.00 (Ref 630192345678) has been successfully credited to the account of RAVI',
  'INR 499.00 has been credited to the A/c no. XX1234 of ASHA RAO by UPI. Ref 630192345678',
  'Sent Rs.245.00\nFrom HDFC Bank A/C *4321\nTo SAMPLE STORE\nOn 03/07/26\nRef 111222333444\nNot You?\nCall 18002586161/SMS BLOCK UPI to 7308080808',
  'ICICI Bank Acct XX123 debited for Rs 500.00 on 01-Oct-25; merchant credited. UPI: 543210987654. Call 18002662 for dispute.',
  'Dear UPI user A/C X9876 debited by 155.00 on date 13Jul26 trf to Sample Pan Shop Refno 999888777666 If not u? call-1800111109 -SBI',
  'Collect request of Rs 1,200 from SHOP received on UPI. Ignore if not recognised',
  'SWIGGY has requested Rs249 frm u on Google Pay app. Once approved, money will be debited frm ur a/c -SBI',
  'You have received UPI mandate collect request from TATA for INR 15000.00. Log into Google Pay app to authorize - Axis Bank',
  'Payment of Rs 26,266.00 has been received on your ICICI Bank Credit Card XX9006 through Bharat Bill Payment System on 06-DEC-25.',
  'Refund of Rs. 237.0 for order is successfully transferred and will be credited to your account by Oct 04, 2023.',
  'Reversal of Rs 450.00 initiated for failed UPI txn Ref 628374650192. Credit in 3-5 days',
  'TXN DECLINED: Rs. 749.00 on 02-11-25 at 18:26:28 | On HDFC Bank Debit Card 8765 | Reason: Technical failure',
  'Avl Bal in A/c XX1234 is Rs 25,000.00 as on 05-10-26',
  'Rs.90.00 Dr. from A/C XXXXXX1234 and Cr. to shop@ybl. Ref:628312345678. AvlBal:Rs1234.56(2026:10:10 12:11:10). Not you? Call 18005700-BOB',
  'Dear SBI User, your A/c X1234-debited by Rs500.0 on 05Oct26 transfer to RAHUL Ref No 627812345678. If not done by you, call 1800111109',
  'Your VPA asha@upi linked to your a/c no. XXXX1234 is debited for Rs.500.00 on 10-10-26 and credited to VPA shop@ybl (UPI Ref no 628312345678).',
  'Paid Rs.250.00 to SAMPLE STORE from Kotak Bank AC X3333 on 14-10-26. UPI Ref 222233334444',
  'Money Transfer:Rs 500.00 from HDFC Bank A/c **1234 on 10-10-26 to Sample UPI: 628312345678 Not you? Call 18002586161',
  'Amt Sent Rs.100.00 From HDFC Bank A/C *1234 To RAVI On 10-10 Ref 628312345678',
  '123456 is your OTP for txn of Rs 500.00 at SHOP. Do not share it with anyone - HDFC Bank',
  'OTP is 445566 for transaction of INR 1,200.00 credited to merchant FLIPKART. Valid for 5 mins',
  'Get Rs 500 cashback credited to your account on your first UPI payment! T&C apply. Download now',
  'Congratulations! Rs 5,00,000 has been credited as pre-approved loan limit. Apply now: bit.ly/xyz',
  'Rs 10,00,000 Personal Loan is ready to be credited to your a/c XX1234 in 10 secs. Click hdfcbk.io/a',
  'You have won Rs 25,00,000 in KBC lottery. Amount will be credited after processing fee.',
  'Your EMI of Rs 3,456.00 for loan a/c XX123 is due on 05-10-26. Keep your account funded.',
  'Payment of Rs.999.00 received for your Airtel number 98xxxx. Txn ID 628312345678. Thank you.',
  'We have received your payment of Rs 1,499 for order OD1234. UPI Ref 628312345678 - Flipkart',
  'INR 2,345.00 spent on ICICI Bank Card XX1234 on 10-Oct-26 at AMAZON. Avl Lmt: INR 1,00,000',
  'Rs.500.00 withdrawn from ATM on 10-10-26 from A/c XX1234. Avl Bal Rs.1,000',
  'Alert: INR 237.00 debited & credited back for failed txn Ref 628312345678',
  'Rs.450.00 credited to your A/c XX1234 on 10-10-26 as reversal of UPI txn 628312345678. -SBI',
  'Your UPI transaction of Rs 500 to RAVI failed. If debited, amount will be credited back in 3 days. Ref 628312345678',
  'Your refund of Rs.1,299.00 from Amazon has been credited to your a/c XX1234. UPI Ref 628312345678',
  'Dear Customer, Rs 200.00 will be debited from A/c XX12 for NETFLIX autopay on 12-10-26',
  'Ravi has requested money from you Rs 500 on Google Pay. Pay now',
  'You have received a payment request of ₹500 from SHOP. Approve to pay',
  'PhonePe: You have received a collect request of Rs 99 from shop@ybl',
  'Your FD of Rs 50,000 has been opened on 10-10-26. Interest 7.1%',
  'Cheque no 123456 for Rs 5,000 deposited in A/c XX123 is subject to clearing',
  'Interest of Rs 45.00 credited to your A/c XX1234 on 30-09-26',
  'Available balance in your account XX1234 as on 10-10-26 is INR 5,400.50',
  'Min due of Rs 500 on Credit Card XX12 by 10-10. Total due Rs 5,000',
  'Payment of Rs 500 credited to your SBI Card ending 1234 on 10-10-26. Thank you',
  'Your request to credit Rs 500 to beneficiary RAVI is being processed',
  'Rs 5,000 transferred to RAVI a/c XX99 via IMPS Ref 628312345678. Beneficiary account credited',
  'You paid ₹500 to Sample Store. UPI transaction ID: 628312345678',
  "You've sent Rs 20 to Ravi. UPI Ref 628312345678",
  '₹500 paid to Sample Store. UTR: 628312345678',
  'Fund transfer of Rs 700 to a/c XX11 successful. UTR 628312345678. Beneficiary credited.',
  'IMPS: Rs 500 sent to RAVI. Ref 628312345678. Amount credited to beneficiary.',
  'Rs 100 added to your Paytm Wallet. Updated balance Rs 250',
  'Recharge of Rs 239 successful for 98xxxx. Ref 628312345678',
  'Your account is now KYC compliant. Rs 0 charges.',
  'Flat Rs 100 off! Use code SAVE. Received by 10,000 users',
  'Earn up to Rs 1,000 rewards credited in your account on spending Rs 10,000',
  'Dear Customer, your salary account offer: Rs 1,00,000 credit limit. Call now',
  'Hello, are you coming for lunch?',
  'Your Aadhaar has been updated. -UIDAI',
  'Transaction of Rs 399.00 on HDFC Bank Debit Card XX1234 at SHOP on 10-10',
  'Dear customer, payment of INR 1,200 to BESCOM is successful via UPI. Ref 628312345678',
  'Rs 300 has been credited to SHOP from your a/c XX1234. UPI Ref 628312345678',
  'Auto-debit of Rs 999 for LIC premium successful',
  'Dear Customer, Rs.500 has been blocked/lien marked on A/c XX12',
  'Your UPI mandate for Rs 15000 towards IPO ACME is created. UMN abc@ybl',
  'Bill for Rs 1,234.00 generated. Pay by 10 Oct to avoid late fee.',
  'Rs. 500 credited to beneficiary A/c XX1234 on 10-10-26. IMPS Ref No 628312345678',
  'Rs 20 charged as SMS fee; Avl Bal Rs 100',
  'NEFT of Rs 10,000 from your a/c XX12 credited to beneficiary account on 10-10-26. UTR SBIN1',
  'Cashback of ₹25 received in your Google Pay account. UPI ID 628312345678',
  "You won ₹11 cashback! It's credited to your bank account",
  'UPI Lite: Rs 500 loaded. Balance Rs 700',
  'Your a/c XX11 is debited with Rs 500 & credited to asha@ybl UPI 630192345678',
  'ICICI Bank Acct XX123 debited with Rs 1,000.00 on 01-Oct-26 & Acct XX456 credited. IMPS: 630192345678',
  'UPI txn Rs 500 to asha@ybl successful. Ref 630192345678',
  'Dear SBI UPI User, ur A/cX1234 debited by Rs1 on 02Oct26 transfer to RAVI (Ref no 630192345678)',
  'Txn Rs.500.00 On HDFC Bank Card 1234 At ravi@ybl by UPI 630192345678 On 01-10',
  "Use OTP 123456 to add beneficiary. Rs 500 limit. Don't share.",
  'Dear customer, 482913 is the OTP to credit Rs 500 in your wallet',
  'Rs 2000 could not be credited to your A/c XX12 due to technical error. UPI Ref 630192345678',
  'Credit card payment of Rs 5000 received. Ref 630192345678',
  'Your Credit Card ending 1234 has been credited with Rs 500 on 01-10-26 (refund from AMAZON)',
  'Your loan of Rs 2,00,000 has been disbursed and credited to a/c XX12',
  'You are eligible for a loan of Rs 5,00,000. Amount credited instantly. Apply',
  'UPI AutoPay: Rs 149 will be debited on 05-10-26 for Spotify',
  'Ravi is requesting ₹300. Pay with Google Pay',
  'REMINDER: ₹300 request from Ravi is pending',
  'Your payment of ₹300 to Ravi is pending',
  'Cheque deposited in your account for INR 10,000 has been returned unpaid',
  'Dear Customer, INR 100 charges for non-maintenance. Available bal INR 400',
  'You have earned 500 reward points worth Rs 125 credited to your account',
  'Rs 50 Cashback credited to your Amazon Pay balance',
  'Last chance! Rs.500 bonus will be credited on opening account',
  'Mini statement: 01/10 Cr Rs 500; 02/10 Dr Rs 100. Bal Rs 900',
  'Your complaint for UPI txn 630192345678 of Rs 500 is resolved, amount will be credited by 05-10',
  'Rs.500 paid thru A/c XX1234 on 01-10-26 to RAVI, UPI Ref 630192345678. If not done, SMS BLOCKUPI -Canara',
  'An amount of INR 500.00 has been DEBITED to your account XXX123 on 01/10/2026. Total Avail.bal INR 1.00 - Canara Bank',
  'Sent ₹500 to Ravi. UPI Ref 630192345678',
  'Transfer of Rs.500 from A/c XX11 to A/c XX22 successful. Ref 630192345678',
  'Your Order of Rs 500 is confirmed. Payment received. Track: abc.in',
  'Jio: Recharge of Rs 299 received. Plan activated.',
  'Dear policyholder, we have received Rs 12,000 towards premium for policy 123456789012',
  'Your SIP of Rs 1,000 in folio 12345 processed. Units allotted',
  'Mandate of Rs 15,000 revoked. Blocked amount released.',
  'Rs 500 unblocked in A/c XX12 as IPO not allotted',
  'Dear Customer, Rs.75.00 has been credited to your account no. XXXXXXX123 by UPI/DR reversal',
]

/** With numbers for comparing, and every field named. */
const read = (message: string | AlertMessage) => {
  const alert = parseAlert(typeof message === 'string' ? { text: message } : message)
  if (alert.kind !== 'credit') return alert
  const { amount, utr, payerVpa, payerName } = alert
  return { kind: alert.kind, amount: Number(amount), utr, payerVpa, payerName }
}

describe('a credit', () => {
  for (const [text, amount, utr, payerVpa, payerName] of CREDITS)
    it(text, () => {
      const alert = read(text)
      expect(alert).toMatchObject({ kind: 'credit', amount })
      // A reference that is not there must not be invented either.
      expect(alert).toHaveProperty('utr', utr)
      if (payerVpa !== undefined) expect(alert).toHaveProperty('payerVpa', payerVpa)
      if (payerName !== undefined) expect(alert).toHaveProperty('payerName', payerName)
    })
})

describe('no credit', () => {
  it.each(NOT_CREDITS)('%s', (text) => {
    expect(parseAlert({ text })).toMatchObject({ kind: 'ignored' })
  })
})

describe('what others wrote into an alert', () => {
  it('does not change what the bank says', () => {
    const withNote = (note: string) =>
      read(`Rs 10.00 credited to A/c XX1 on 01-10-26. UPI/CR/630012345678/ASHA/HDFC/${note}`)
    const expected = withNote('thanks')
    expect(expected).toMatchObject({ kind: 'credit', amount: 1000, utr: '630012345678' })
    for (const note of [
      'loan return',
      'refund failed',
      'Rs 5000 credited',
      'debited OTP 123456',
      'cashback offer',
      'request money',
      'UTR 999999999999 received Rs 900',
    ])
      expect(withNote(note), note).toEqual(expected)
  })

  it("takes the amount from the app's title when the text is the payer's note", () => {
    const alert = read({ title: 'Asha Rao paid you ₹1.00', text: 'received Rs 5000.00' })
    expect(alert).toMatchObject({ kind: 'credit', amount: 100, payerName: 'Asha Rao' })
  })

  it('takes no reference when two are equally likely', () => {
    const alert = read({ text: 'Rs 5 credited to a/c XX1. UPI Ref 630012345678 UPI Ref 630012345679' })
    expect(alert).toMatchObject({ amount: 500, utr: undefined })
  })
})

describe('an account number, a phone number and a balance', () => {
  it.each([
    'Rs 5 credited to account 630012345678',
    'Rs 5 credited to a/c no. 630012345678',
    'Rs 5 credited to a/c XX1. Call 180012345678',
    'Rs 5 credited to a/c XX630012345678',
    'Rs 5 credited to a/c XX1 from 919876543210@ybl',
    'Rs 5 credited to a/c XX1 at 20261001123456',
  ])('are no reference: %s', (text) => {
    expect(read(text)).toHaveProperty('utr', undefined)
  })

  it.each([
    'Avl Bal Rs 900.00. Rs 5.00 credited to a/c XX1',
    'Rs 5.00 credited to a/c XX1. Bal: Rs 900.00 CR',
    'A/c XX1 Bal INR 900.00 CR. Credited with INR 5.00',
  ])('are no amount: %s', (text) => {
    expect(read(text)).toMatchObject({ kind: 'credit', amount: 500 })
  })
})

describe('amounts', () => {
  it.each([
    ['5,00,000.00', 50_000_000],
    ['500,000', 50_000_000],
    ['1,23,45,678.9', 1_234_567_890],
    ['5.000', 500],
    ['0.01', 1],
  ])('%s is read', (text, paise) => {
    expect(read(`Rs. ${text} credited to a/c XX1`)).toMatchObject({ amount: paise })
  })

  it.each(['0', '0.00', '5.125', '1,2,3', '5,00', '12,34', '99999999999999'])(
    '%s is left to a person',
    (text) => {
      expect(parseAlert({ text: `Rs. ${text} credited to a/c XX1` }).kind).toBe('unread')
    },
  )

  it('come out as they went in, however they are grouped', () => {
    const rupees = fc.integer({ min: 1, max: 99_999_999 })
    fc.assert(
      fc.property(
        rupees,
        fc.integer({ min: 0, max: 99 }),
        fc.constantFrom('en-IN', 'en-US'),
        (whole, part, locale) => {
          const text = `INR ${new Intl.NumberFormat(locale).format(whole)}.${String(part).padStart(2, '0')}`
          const alert = read({ text: `${text} credited to a/c XX12 UPI Ref 630012345678` })
          expect(alert).toMatchObject({ kind: 'credit', amount: whole * 100 + part })
        },
      ),
    )
  })
})

describe('any text at all', () => {
  it('is read without an error', () => {
    const words = fc.constantFrom(
      'Rs',
      '₹',
      '5',
      ',',
      '.',
      'credited',
      'to',
      'a/c',
      'UPI',
      '/',
      'CR',
      '630012345678',
      'from',
      '\n',
      '(',
      '@',
      'debited',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.array(words, { maxLength: 60 }).map((all) => all.join(' ')),
    )
    fc.assert(
      fc.property(text, (each) => {
        expect(['credit', 'ignored', 'unread']).toContain(parseAlert({ text: each }).kind)
      }),
    )
  })

  it('that is longer than an alert is read no further', () => {
    const text = `${'x'.repeat(ALERT_LENGTH_MAX)} Rs 5 credited to a/c XX1`
    expect(parseAlert({ text }).kind).toBe('ignored')
  })

  it('with the word debited is never a credit', () => {
    for (const [text] of CREDITS) expect(parseAlert({ text: `Debited: ${text}` }).kind, text).toBe('ignored')
  })

  it('that nobody understands is left to a person', () => {
    expect(parseAlert({ text: 'Rs 500 something about your account' }).kind).toBe('unread')
  })
})
