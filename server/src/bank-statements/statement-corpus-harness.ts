import { SECOND_LAYOUTS, STATEMENTS_OF_MORE_BANKS } from './more-banks-harness.ts'
import { ODD_STATEMENTS } from './odd-statements-harness.ts'
import { DAY, lines, type SampleStatement } from './sample-statement-harness.ts'

const STATEMENTS_OF_BANKS: readonly SampleStatement[] = [
  {
    name: 'HDFC, delimited, preamble and stars',
    text: lines(
      'HDFC BANK Ltd.,,,Page No .: 1',
      'MR SAMPLE SHOPKEEPER,,,Account Branch: MG ROAD',
      '"Address: 1, MG ROAD",,,',
      '********,********,********,********',
      'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance',
      '********,********,********,********,********,********,********',
      '21/11/26,UPI-ASHA RAO-ASHA.RAO@OKAXIS-UTIB0000001-632500000001-TEA,0000632500000001,21/11/26,,"1,250.00","11,250.00"',
      '21/11/26,UPI-SUPPLIER-SUP@YBL-HDFC0000001-632500000002-STOCK,0000632500000002,21/11/26,500.00,,"10,750.00"',
      '21/11/26,NEFT CR-ICIC0000001-SAMPLE LTD-N325261234567,N325261234567,21/11/26,,"9,000.00","19,750.00"',
      ',,,,,,',
      'STATEMENT SUMMARY :-,,,,,,',
    ),
    credits: [['632500000001', '1250.00']],
    firstAt: DAY,
    payer: 'asha.rao@okaxis',
  },
  {
    name: 'SBI, tabs under the name .xls',
    text: lines(
      'Account Name\t:\tMR SAMPLE SHOPKEEPER',
      'Address\t:\tMG ROAD',
      'Txn Date\tValue Date\tDescription\tRef No./Cheque No.\tDebit\tCredit\tBalance',
      '21 Nov 2026\t21 Nov 2026\tBY TRANSFER-UPI/CR/632500000003/ASHA RAO/UTIB/asha.rao@/Tea--\tTRANSFER FROM 4897690162095\t \t499.00\t5,499.00',
      '21 Nov 2026\t21 Nov 2026\tTO TRANSFER-UPI/DR/632500000004/SHOP/YESB/shop@ybl/x--\tTRANSFER TO 4897690162095\t100.00\t \t5,399.00',
      '**This is a computer generated statement',
    ),
    credits: [['632500000003', '499.00']],
    firstAt: DAY,
  },
  {
    name: 'ICICI',
    text: lines(
      'Statement of transactions in savings account,,,,,,,',
      ',,,,,,,',
      'S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )',
      '1,21/11/2026,21/11/2026,-,UPI/ASHA RAO/asha.rao@okaxis/Tea/AXIS BANK/632500000005/ICI123,0.00,750.50,1750.50',
      '2,21/11/2026,21/11/2026,-,UPI/SHOP/shop@ybl/Stock/YES BANK/632500000006/ICI124,50.00,0.00,1700.50',
    ),
    credits: [['632500000005', '750.50']],
    firstAt: DAY,
    payer: 'asha.rao@okaxis',
  },
  {
    name: 'Axis',
    text: lines(
      'Name :- SAMPLE SHOPKEEPER',
      'Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL',
      '21-11-2026,-,UPI/P2A/632500000007/ASHA RAO/Axis Bank/Tea, ,                    320.00,1320.00,123',
      '21-11-2026,-,UPI/P2M/632500000008/SHOP/Yes Bank/x,20.00, ,1300.00,123',
      '21-11-2026,-,SB:921010012345678:Int.Pd:01-07-2026 to 30-09-2026, ,44.00,1344.00,123',
    ),
    credits: [['632500000007', '320.00']],
    firstAt: DAY,
  },
  {
    name: 'Kotak, amount with Dr/Cr twice',
    text: lines(
      'Account Activity',
      'Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance,Dr / Cr',
      '1,21-11-2026 10:15:30,21-11-2026,UPI/ASHA RAO/632500000009/Tea,UPI-632500000009,"2,00,000.00",CR,"2,10,000.00",CR',
      '2,21-11-2026 10:16:30,21-11-2026,UPI/SHOP/632500000010/x,UPI-632500000010,100.00,DR,"2,09,900.00",CR',
    ),
    credits: [['632500000009', '200000.00']],
    firstAt: '2026-11-21T04:45:30.000Z',
  },
  {
    name: 'PNB',
    text: lines(
      'Txn No.,Txn Date,Description,Branch Name,Cheque No.,Dr Amount,Cr Amount,Balance',
      'S1,21-11-2026,UPI/632500000011/CR/ASHA RAO/asha@ybl/Tea,HO,,,100.00,1100.00 Cr.',
      'S2,21-11-2026,UPI/632500000012/DR/SHOP/s@ybl/x,HO,,10.00,,1090.00 Cr.',
    ),
    credits: [['632500000011', '100.00']],
    firstAt: DAY,
  },
  {
    name: 'Bank of Baroda',
    text: lines(
      'TRAN DATE,VALUE DATE,NARRATION,CHQ.NO.,WITHDRAWAL(DR),DEPOSIT(CR),BALANCE(INR)',
      '21-11-2026,21-11-2026,UPI/632500000013/10:20:11/UPI/asha@okicici/Tea,-,-,"1,000.00","2,000.00 Cr"',
      '20-11-2026,20-11-2026,UPI/632500000014/10:20:11/UPI/s@ybl/x,-,5.00,-,"1,000.00 Cr"',
    ),
    credits: [['632500000013', '1000.00']],
    firstAt: DAY,
    payer: 'asha@okicici',
  },
  {
    name: 'Canara',
    text: lines(
      'Txn Date,Value Date,Cheque No.,Description,Branch Code,Debit,Credit,Balance',
      '"21-11-2026 09:05:00","21 Nov 2026","","UPI/CR/632500000015/ASHA RAO/HDFC/asha@okhdfcbank/Tea//","33","","60.00","160.00"',
    ),
    credits: [['632500000015', '60.00']],
    firstAt: '2026-11-21T03:35:00.000Z',
  },
  {
    name: 'Union, sign behind the amount',
    text: lines(
      'Tran Id,Tran Date,Remarks,Amount (Rs.),Balance (Rs.)',
      'S99123456,21/11/2026,UPIAR/632500000016/CR/ASHA RAO/SBIN/asha@sbi,250.00 (Cr),350.00 (Cr)',
      'S99123457,21/11/2026,UPIAB/632500000017/DR/SHOP/YESB/s@ybl,25.00 (Dr),325.00 (Cr)',
    ),
    credits: [['632500000016', '250.00']],
    firstAt: DAY,
  },
  {
    name: 'IDFC First',
    text: lines(
      'Transaction Date,Value Date,Particulars,Cheque No.,Debit,Credit,Balance',
      '21-Nov-2026,21-Nov-2026,UPI/MOB/632500000018/Tea,,,15.75,115.75',
    ),
    credits: [['632500000018', '15.75']],
    firstAt: DAY,
  },
  {
    name: 'Yes Bank',
    text: lines(
      'Transaction Date|Value Date|Cheque No/Reference No|Description|Withdrawals|Deposits|Running Balance',
      '21/11/2026|21/11/2026|632500000019|UPI/632500000019/From:asha@axl/To:shop@ybl/Payment|0.00|88.00|188.00',
    ),
    credits: [['632500000019', '88.00']],
    firstAt: DAY,
  },
  {
    name: 'IndusInd',
    text: lines(
      'Date;Type;Description;Debit;Credit;Balance',
      '21 Nov 26;Transfer Credit;UPI/632500000020/CR/ASHA RAO/HDFC/asha@okaxis/Tea;;5,00,000.00;5,00,100.00',
      '21 Nov 26;Transfer Debit;UPI/632500000021/DR/SHOP/YESB/s@ybl/x;10;;5,00,090.00',
    ),
    credits: [['632500000020', '500000.00']],
    firstAt: DAY,
  },
  {
    name: 'AU',
    text: lines(
      'Trans Date,Value Date,Description/Narration,Chq/Ref No,Debit (Dr.),Credit (Cr.),Balance',
      '21 Nov 2026,21 Nov 2026,UPI/CR/632500000022/ASHA RAO/KKBK/asha@okicici,632500000022,-,42.00,142.00',
    ),
    credits: [['632500000022', '42.00']],
    firstAt: DAY,
  },
  {
    name: 'Federal',
    text: lines(
      'Date,Value Date,Particulars,Tran Type,Tran ID,Cheque Details,Withdrawals,Deposits,Balance,Dr/Cr',
      '21-NOV-2026,21-NOV-2026,UPI IN/632500000023/asha@okaxis/Tea/0000,TFR,S123,,,77.00,177.00,Cr',
    ),
    credits: [['632500000023', '77.00']],
    firstAt: DAY,
  },
  {
    name: 'Paytm for Business',
    text: lines(
      'Transaction_ID,Order_ID,Transaction_Date,Updated_Date,Transaction_Type,Status,Amount,Commission,GST,UTR_No,Settled_Date,Customer_VPA',
      "'20261121111212800110168000000001','01KAJ5ZT9K0000000000000001','21-11-2026 11:05:09','21-11-2026','ACQUIRING','SUCCESS',499.00,0,0,632500000024,22-11-2026,asha@paytm".replaceAll(
        "'",
        '',
      ),
      '20261121111212800110168000000002,X2,21-11-2026 11:06:09,21-11-2026,ACQUIRING,FAILURE,499.00,0,0,,,',
      '20261121111212800110168000000003,X3,21-11-2026 11:07:09,21-11-2026,REFUND,SUCCESS,499.00,0,0,632500000025,,',
    ),
    credits: [['632500000024', '499.00']],
    firstAt: '2026-11-21T05:35:09.000Z',
    payer: 'asha@paytm',
  },
  {
    name: 'PhonePe Business',
    text: lines(
      'Merchant Id,Transaction Type,Merchant Order Id,PhonePe Reference Id,Transaction UTR,Total Transaction Amount,Transaction Date,Transaction Status,Settlement UTR',
      'M1,PAYMENT,INV-7,T2611211105,632500000026,120.00,2026-11-21 11:05:00,COMPLETED,AXISN00001',
      'M1,REFUND,INV-8,T2611211106,632500000027,120.00,2026-11-21 11:06:00,COMPLETED,AXISN00001',
    ),
    credits: [['632500000026', '120.00']],
    firstAt: '2026-11-21T05:35:00.000Z',
  },
  {
    name: 'Razorpay settlement recon',
    text: lines(
      'transaction_entity,entity_id,amount,currency,fee (exclusive tax),tax,debit,credit,payment_method,order_receipt,created_at,settled_at,settlement_utr,rrn',
      'payment,pay_1,250.00,INR,0.00,0.00,0.00,250.00,upi,INV-9,21/11/2026 11:05:00,22/11/2026,AXIS999,632500000028',
      'refund,rfnd_1,250.00,INR,0.00,0.00,250.00,0.00,upi,INV-9,21/11/2026 12:05:00,22/11/2026,AXIS999,632500000029',
    ),
    credits: [['632500000028', '250.00']],
    firstAt: '2026-11-21T05:35:00.000Z',
  },
  {
    name: 'BharatPe',
    text: lines(
      'Date & Time,Transaction ID,UTR,Payer Name,Payer Handle,Amount (Rs.),Type,Status',
      '"Nov 21, 2026 06:05 PM",BP1,632500000030,Asha Rao,asha@okaxis,90.00,QR,SUCCESS',
    ),
    credits: [['632500000030', '90.00']],
    firstAt: '2026-11-21T12:35:00.000Z',
    payer: 'asha@okaxis',
  },
]

export const STATEMENTS: readonly SampleStatement[] = [
  ...STATEMENTS_OF_BANKS,
  ...STATEMENTS_OF_MORE_BANKS,
  ...SECOND_LAYOUTS,
  ...ODD_STATEMENTS,
]
