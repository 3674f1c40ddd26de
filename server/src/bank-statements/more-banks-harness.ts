import { DAY, lines, type SampleStatement } from './sample-statement-harness.ts'

/** Banks whose headings, dates or signs differ from those of `statement-corpus-harness.ts`. */
export const STATEMENTS_OF_MORE_BANKS: readonly SampleStatement[] = [
  {
    name: 'Bank of India, rupees named in the headings',
    text: lines(
      'BANK OF INDIA,,,,,,',
      'Name,SAMPLE SHOPKEEPER,,,,,',
      'Sl No,Txn Date,Description,Cheque No,Withdrawal (in Rs.),Deposits (in Rs.),Balance (in Rs.)',
      '1,21-11-2026,UPI/632500000101/CR/ASHA RAO/SBIN/asha@oksbi/Tea,,,100.00,"1,100.00"',
      '2,21-11-2026,UPI/632500000102/DR/SHOP/YESB/s@ybl/x,,25.00,,"1,075.00"',
      'Total,,,,25.00,100.00,',
    ),
    credits: [['632500000101', '100.00']],
    firstAt: DAY,
    payer: 'asha@oksbi',
  },
  {
    name: 'Central Bank of India, signs behind the balance',
    text: lines(
      'Post Date,Value Date,Branch Code,Cheque Number,Account Description,Debit,Credit,Balance',
      ',,,,BROUGHT FORWARD,,,"2,000.00CR"',
      '21/11/2026,21/11/2026,1234,,UPI/CR/632500000103/ASHA RAO/SBIN/asha@oksbi/Tea,,150.00,"2,150.00CR"',
      '21/11/2026,21/11/2026,1234,000012,CHQ PAID SAMPLE LTD,50.00,,"2,100.00CR"',
      ',,,,CLOSING BALANCE,,,"2,100.00CR"',
    ),
    credits: [['632500000103', '150.00']],
    firstAt: DAY,
  },
  {
    name: 'Indian Bank, rupees before each amount',
    text: lines(
      'Account Summary,,,,',
      'Opening Balance,INR 500.00,,,',
      'Date,Transaction Details,Debits,Credits,Balance',
      '21 Nov 2026,UPI/632500000104/CR/ASHA RAO/ICIC/asha@okicici/Tea,-,INR 60.00,INR 560.00',
      '21 Nov 2026,UPI/632500000105/DR/SHOP/YESB/s@ybl/x,INR 10.00,-,INR 550.00',
      'Ending Balance,,,,INR 550.00',
    ),
    credits: [['632500000104', '60.00']],
    firstAt: DAY,
    payer: 'asha@okicici',
  },
  {
    name: 'Indian Overseas Bank, two dates in a cell',
    text: lines(
      'Date (Value Date),Particulars,Ref No./Cheque No.,Transaction Type,Debit (Rs),Credit (Rs),Balance (Rs)',
      '"21-Nov-26 (21-Nov-26)",UPI/632500000106/CR/ASHA RAO/HDFC/asha@okhdfcbank/Tea,S1234567,Transfer,-,"1,00,000.00","1,00,102.03"',
      '"20-Nov-26\n(20-Nov-26)",UPI/632500000107/DR/SHOP/YESB/s@ybl/x,S1234566,Transfer,25.00,-,102.03',
    ),
    credits: [['632500000106', '100000.00']],
    firstAt: DAY,
  },
  {
    name: 'UCO Bank',
    text: lines(
      'UCO BANK,,,,,',
      'Statement of account from 01-11-2026 to 21-11-2026,,,,,',
      'Date,Particulars,Chq No.,Withdrawals,Deposits,Balance',
      '01-11-2026,B/F,,,,900.00',
      '21-11-2026,UPI/632500000108/CR/ASHA RAO/PUNB/asha@ybl,,,75.00,975.00',
      '21-11-2026,SMS CHARGES,,17.70,,957.30',
    ),
    credits: [['632500000108', '75.00']],
    firstAt: DAY,
  },
  {
    name: 'Bank of Maharashtra, the channel behind the balance',
    text: lines(
      'Sr No,Date,Type,Particulars,Cheque/Reference No,Debit,Credit,Balance,Channel',
      '1,21/11/2026,TRF,UPI 632500000109/asha@okaxis/ASHA RAO,632500000109,-,310.00,"1,310.00",UPI',
      '2,21/11/2026,TRF,UPI 632500000110/s@ybl/SHOP,632500000110,10.00,-,"1,300.00",UPI',
    ),
    credits: [['632500000109', '310.00']],
    firstAt: DAY,
    payer: 'asha@okaxis',
  },
  {
    name: 'IDBI Bank, the time with the date and the newest first',
    text: lines(
      'Srl,Txn Date,Value Date,Description,Cheque No,CR/DR,CCY,Amount (INR),Balance (INR)',
      '1,21/11/2026 10:16:30 AM,21/11/2026,UPI/632500000112/SHOP/s@ybl,,Dr.,INR,40.00,"2,160.00"',
      '2,21/11/2026 10:15:30 AM,21/11/2026,UPI/632500000111/ASHA RAO/asha@okaxis,,Cr.,INR,200.00,"2,200.00"',
    ),
    credits: [['632500000111', '200.00']],
    firstAt: '2026-11-21T04:45:30.000Z',
    payer: 'asha@okaxis',
  },
  {
    name: "RBL Bank, with the bank's own spelling",
    text: lines(
      'Accountholder Name:,SAMPLE SHOPKEEPER,,,,,',
      'Transaction Date,Transaction Details,Cheque ID,Value Date,Withdrawl Amt (INR),Deposit Amt (INR),Balance Amt (INR)',
      '21/11/2026,UPI/632500000113/Tea/asha@okaxis/ASHA RAO,,21/11/2026,,88.00,"1,088.00"',
      '21/11/2026,UPI/632500000114/x/s@ybl/SHOP,,21/11/2026,8.00,,"1,080.00"',
      'Statement Summary,,,,,,',
    ),
    credits: [['632500000113', '88.00']],
    firstAt: DAY,
    payer: 'asha@okaxis',
  },
  {
    name: 'Bandhan Bank, months in words and a sign column',
    text: lines(
      'Transaction Date,Value Date,Description,Amount,Dr / Cr,Balance',
      '"November21, 2026","November21, 2026",UPI/CR/C632500000115/ASHA RAO/UTIB/asha@okaxis/Tea,"INR1,250.00",Cr,"INR3,250.00"',
      '"November21, 2026","November21, 2026",UPI/DR/C632500000116/SHOP/YESB/s@ybl/x,INR50.00,Dr,"INR3,200.00"',
    ),
    credits: [['632500000115', '1250.00']],
    firstAt: DAY,
  },
  {
    name: 'South Indian Bank',
    text: lines(
      'DATE,PARTICULARS,CHQ.NO.,WITHDRAWALS,DEPOSITS,BALANCE',
      '01-11-26,B/F,,,,"5,000.00Cr"',
      '21-11-26,UPI/HDFC/632500000117/ASHA RAO,,,49.00,"5,049.00Cr"',
      '21-11-26,ATM/CASH WDL,,500.00,,"4,549.00Cr"',
      ',Page Total,,500.00,49.00,"4,549.00Cr"',
      ',Grand Total,,500.00,49.00,"4,549.00Cr"',
    ),
    credits: [['632500000117', '49.00']],
    firstAt: DAY,
  },
  {
    name: 'Karur Vysya Bank, dashes in the narration',
    text: lines(
      'Transaction Date,Value Date,Branch,Cheque No.,Description,Debit,Credit,Balance',
      '21-Nov-2026 09:05:00,21-Nov-2026,1101,,UPI-CR-632500000118-ASHA RAO-SBIN-asha@oksbi-Tea,0.00,90.00,590.00',
      '21-Nov-2026 09:06:00,21-Nov-2026,1101,,UPI-DR-632500000119-SHOP-YESB-s@ybl-x,40.00,0.00,550.00',
    ),
    credits: [['632500000118', '90.00']],
    firstAt: '2026-11-21T03:35:00.000Z',
  },
  {
    name: 'India Post Payments Bank',
    text: lines(
      'INDIA POST PAYMENTS BANK,,,,,',
      'Account No,XXXXXXXX1234,,,,',
      'Transaction Date,Transaction Particulars,Chq/Ref No,Debit Amount,Credit Amount,Balance',
      '21/11/2026,UPI/CR/632500000120/ASHA RAO/IPOS/asha@okaxis,632500000120,0.00,20.00,120.00',
      '21/11/2026,UPI/DR/632500000121/SHOP/YESB/s@ybl,632500000121,5.00,0.00,115.00',
    ),
    credits: [['632500000120', '20.00']],
    firstAt: DAY,
  },
  {
    name: 'Airtel Payments Bank, the balance before and after',
    text: lines(
      'Transaction Date,Transaction ID,Transaction Details,Opening Balance,Debit,Credit,Closing Balance',
      '21-11-2026 18:05,APB100000001,UPI/632500000122/ASHA RAO/asha@ybl,100.00,,35.00,135.00',
      '21-11-2026 18:06,APB100000002,UPI/632500000123/SHOP/s@ybl,135.00,10.00,,125.00',
    ),
    credits: [['632500000122', '35.00']],
    firstAt: '2026-11-21T12:35:00.000Z',
    payer: 'asha@ybl',
  },
  {
    name: 'Equitas, one word for the closing balance',
    text: lines(
      'Date,Reference No. / Cheque No.,Narration,Withdrawal INR,Deposit INR,ClosingBalance INR',
      '21-Nov-2026,632500000124,UPI/632500000124/CR/ASHA RAO/FDRL/asha@fbl/Tea,,15.00,115.00',
    ),
    credits: [['632500000124', '15.00']],
    firstAt: DAY,
  },
]

/** Second layouts of banks that have one already. */
export const SECOND_LAYOUTS: readonly SampleStatement[] = [
  {
    name: 'Kotak, one column for both signs',
    text: lines(
      'Date,Narration,Chq/Ref No,Withdrawal (Dr)/Deposit (Cr),Balance',
      '21-11-2026,UPI/ASHA RAO/632500000125/Tea,UPI-632500000125,"1,250.00(Cr)","2,250.00(Cr)"',
      '21-11-2026,UPI/SHOP/632500000126/x,UPI-632500000126,100.00(Dr),"2,150.00(Cr)"',
    ),
    credits: [['632500000125', '1250.00']],
    firstAt: DAY,
  },
  {
    name: 'IndusInd, newest first, another spelling',
    text: lines(
      'Date,Particulars,Chq./Ref.No.,WithDrawl,Deposit,Balance',
      '21 Nov 26,UPI/632500000128/DR/SHOP/YESB/s@ybl/x,,10.00,,1090.00',
      '21 Nov 26,UPI/632500000127/CR/ASHA RAO/HDFC/asha@okaxis/Tea,,,100.00,1100.00',
    ),
    credits: [['632500000127', '100.00']],
    firstAt: DAY,
  },
  {
    name: 'Canara, passbook headings',
    text: lines(
      'TRANS DATE,VALUE DATE,BRANCH,REF/CHQ.NO,DESCRIPTION,WITHDRAWS,DEPOSIT,BALANCE',
      '21-NOV-26,21-NOV-26,33,,UPI/CR/632500000129/ASHA RAO/HDFC/asha@okhdfcbank/Tea,,60.00,160.00',
      '21-NOV-26,21-NOV-26,33,,UPI/DR/632500000130/SHOP/YESB/s@ybl/x,10.00,,150.00',
    ),
    credits: [['632500000129', '60.00']],
    firstAt: DAY,
  },
  {
    name: 'PNB, the narration behind the balance',
    text: lines(
      'Transaction Date,Cheque Number,Withdrawal,Deposit,Balance,Narration',
      '21/11/2026,,,100.00,1100.00 Cr.,UPI/632500000131/CR/ASHA RAO/asha@ybl/Tea',
      '21/11/2026,,10.00,,1090.00 Cr.,UPI/632500000132/DR/SHOP/s@ybl/x',
    ),
    credits: [['632500000131', '100.00']],
    firstAt: DAY,
  },
]
