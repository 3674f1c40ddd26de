import { DAY, lines, type SampleStatement } from './sample-statement-harness.ts'

/** Shapes that many banks' statements have, one in each file. */
export const ODD_STATEMENTS: readonly SampleStatement[] = [
  {
    name: 'months first, as the other rows show',
    text: lines(
      'Date,Description,Credit,Debit',
      '11/21/2026,UPI/CR/632500000031/ASHA,10.00,',
      '11/05/2026,UPI/CR/632500000032/ASHA,11.00,',
    ),
    credits: [
      ['632500000031', '10.00'],
      ['632500000032', '11.00'],
    ],
    firstAt: DAY,
  },
  {
    name: 'ISO dates, a column of the time',
    text: lines('Date,Time,Details,Amount', '2026-11-21,9:05 am,UPI 632500000033 Asha,₹ 10'),
    credits: [['632500000033', '10.00']],
    firstAt: '2026-11-21T03:35:00.000Z',
  },
  {
    name: 'numbers of a spreadsheet for dates',
    text: lines('Txn Date,Narration,Credit', '46347.520833,UPI/CR/632500000034/ASHA,12.30'),
    credits: [['632500000034', '12.30']],
    firstAt: '2026-11-21T07:00:00.000Z',
  },
  {
    name: 'signed amounts',
    text: lines(
      'Date,Remarks,Amount,Balance',
      '21.11.2026,UPI/632500000035/ASHA,+100.00,200',
      '21.11.2026,UPI/632500000036/SHOP,-50.00,150',
      '21.11.2026,UPI/632500000037/SHOP,(25.00),125',
    ),
    credits: [['632500000035', '100.00']],
    firstAt: DAY,
  },
  {
    name: 'IST in ISO with an offset',
    text: lines('Created At,RRN,Amount,Status', '2026-11-21T05:35:00+00:00,632500000038,9.99,captured'),
    credits: [['632500000038', '9.99']],
    firstAt: '2026-11-21T05:35:00.000Z',
  },
  {
    name: 'line breaks and quotes in quoted fields',
    text: lines('Date,Narration,Credit', '21/11/2026,"UPI/CR/632500000039/""ASHA""\nRAO, Tea",14.00'),
    credits: [['632500000039', '14.00']],
    firstAt: DAY,
  },
  {
    name: 'no reference at all, twice the same',
    text: lines('Date,Narration,Credit', '21/11/2026,UPI credit,14.00', '21/11/2026,UPI credit,14.00'),
    credits: [
      [null, '14.00'],
      [null, '14.00'],
    ],
    firstAt: DAY,
  },
  {
    name: 'line ends of an old Mac',
    text: 'Date,Narration,Credit\r21/11/2026,UPI/CR/632500000040/ASHA,14.00\r',
    credits: [['632500000040', '14.00']],
    firstAt: DAY,
  },
  {
    name: 'the same headings again on each page',
    text: lines(
      'Date,Narration,Credit',
      '21/11/2026,UPI/CR/632500000041/ASHA,14.00',
      'Date,Narration,Credit',
      '21/11/2026,UPI/CR/632500000042/ASHA,15.00',
      'Total,,29.00',
    ),
    credits: [
      ['632500000041', '14.00'],
      ['632500000042', '15.00'],
    ],
    firstAt: DAY,
  },
  {
    name: 'a number that a spreadsheet has spoilt',
    text: lines('Date,Narration,UTR,Credit', '21/11/2026,UPI payment,6.325E+11,14.00'),
    credits: [[null, '14.00']],
    firstAt: DAY,
  },
  {
    name: 'a phone number and an account of twelve digits',
    text: lines(
      'Date,Narration,Credit',
      '21/11/2026,UPI/CR/632500000043/ASHA/919876543210@ybl/123456789012,14.00',
    ),
    credits: [['632500000043', '14.00']],
    firstAt: DAY,
    payer: '919876543210@ybl',
  },
  {
    name: 'IMPS into the account',
    text: lines('Txn Date,Description,Credit', '21/11/2026,IMPS-632500000044-ASHA RAO-HDFC-XX12,14.00'),
    credits: [['632500000044', '14.00']],
    firstAt: DAY,
  },
  {
    name: 'a report of received payments without directions',
    text: lines('Date,Payer VPA,Transaction ID,Amount', '21-11-2026 10:00,asha@okaxis,632500000045,5.00'),
    credits: [['632500000045', '5.00']],
    firstAt: '2026-11-21T04:30:00.000Z',
    payer: 'asha@okaxis',
  },
]
