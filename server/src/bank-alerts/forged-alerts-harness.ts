export const BANK = 'VM-HDFCBK-S'
export const CUSTOMER = '+919812345678'
export const CREDIT =
  'Rs.4814.00 credited to HDFC Bank A/c XX1234 on 21-11-26 from VPA asha@okaxis (UPI 612345678901)'
const CHAT = 'Received Rs 4814.00 from Asha. UPI Ref No 612345678901'
export const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

type Forgery = readonly [how: string, body: string, type: string]

const json = (how: string, fields: object): Forgery => [how, JSON.stringify(fields), JSON_TYPE]
const raw = (how: string, body: string, type = JSON_TYPE): Forgery => [how, body, type]

/** Anyone can be called so, in the phone's contacts or as the sender of an SMS that was bought abroad. */
const SENDERS = [
  'Rahul',
  'Mummy',
  'HDFC',
  'HDFCBK',
  'HDFCBK-S',
  'HDFC Bank',
  'hdfcbank',
  'VM-HDFCBK-P',
  'VM-HDFCBK-G',
  'VM-HDFCBNK',
  'V-HDFCBK',
  'VM_HDFCBK',
  'VMHDFCBK',
  'VM-EXBANK-S',
  'AX-RAHUL-S',
  '56161',
  CUSTOMER,
  '919812345678',
  'SBI',
  'slice',
  'WhatsApp',
  'Telegram',
  'Arattai',
  'JioChat',
  'ShareChat',
  'alerts@hdfcbank.net',
  'HDFC Bank <alerts@hdfcbank.bank.in>',
]
const CHATS = [
  'com.phonepe.app',
  'net.one97.paytm',
  'com.google.android.apps.nbu.paisa.user',
  'com.dreamplug.androidapp',
  'com.naviapp',
  'money.super.payments',
  'in.org.npci.upiapp',
  'in.amazon.mShop.android.shopping',
  'com.whatsapp',
  'com.whatsapp.w4b',
  'org.telegram.messenger',
  'in.arattai',
  'com.google.android.apps.messaging',
  'com.mobikwik_new',
  'com.phonepe.app.business.evil',
  'com.evil',
]
/** Templates that put a message in as it is; the true sender is a customer. */
const TEMPLATES: readonly (readonly [string, (text: string) => string])[] = [
  ['sender first', (text) => `{"from":"${CUSTOMER}","text":"${text}","sentStamp":"1795225380123"}`],
  ['sender last', (text) => `{"text":"${text}","from":"${CUSTOMER}"}`],
  ['another name for it', (text) => `{"sender":"${CUSTOMER}","body":"${text}"}`],
  ['a number without quotes', (text) => `{"text":"${text}","phone": ${CUSTOMER.slice(1)}}`],
  ['one level down', (text) => `{"event":"sms","payload":{"message":"${text}","phoneNumber":"${CUSTOMER}"}}`],
  ['a chat', (text) => `{"packageName":"com.whatsapp","title":"Asha","text":"${text}"}`],
  ['a list', (text) => `[{"from":"${CUSTOMER}","text":"${text}"}]`],
  ['a list, sender last', (text) => `[{"text":"${text}","from":"${CUSTOMER}"}]`],
]
const WRITINGS: readonly (readonly [string, string])[] = [
  ['names the bank after the text', `${CREDIT}","from":"${BANK}","x":"`],
  ['names the bank and writes again', `x","from":"${BANK}","text":"${CREDIT}`],
  ['names it in every way', `${CREDIT}","from":"${BANK}","sender":"${BANK}","phoneNumber":"${BANK}","x":"`],
  ['breaks the JSON', `"from":"${BANK}" ${CREDIT} "`],
  ['breaks it at the end', `${CREDIT}","from":"${BANK}`],
  ['leaves the object', `${CREDIT}"},"from":"${BANK}","phoneNumber":"${BANK}","x":{"a":"`],
  ['swallows the true one', `${CREDIT}","from":"${BANK}","text":`],
  ['writes the names with escapes', `x","fr\\u006fm":"${BANK}","t\\u0065xt":"${CREDIT}`],
  ['adds an element', `x"},{"from":"${BANK}","text":"${CREDIT}`],
  ['adds an inner object', `x","payload":{"from":"${BANK}","text":"${CREDIT}"},"x":"`],
  ['names it in capitals', `x","SEN_DER":"${BANK}","TEXT":"${CREDIT}`],
  ['names it with a path', `${CREDIT}","sms.from":"${BANK}","sender":"${BANK}","x":"`],
]

/** A bank whose sentence ends in the payer's words, so that its text can also end in a template's members. */
const ANY_END = 'VM-BDNSMS'
const DEPOSIT = 'Rs4814 deposited to a/c XX1 towards UPI/CR/C999999999999/'
/** Templates, and a true sender, where the phone sends none, or something that is no sender. */
const SENDERLESS: readonly (readonly [string, string, string])[] = [
  ['a blank sender', '"from":" "', ''],
  ['an empty sender', '"from":""', ''],
  ['an empty sender last', '', '"from":""'],
  ['a sender of another name', '"phone_number":""', ''],
  ['no sender at all', '"from":null', ''],
  ['a sender in a list', '"from":["+919812345678"]', ''],
  ['a sender as an object', '"sender":{"name":"Asha","id":7}', ''],
  ['a sender that is a truth', '', '"contact":true'],
  ['a sender one level down', '"data":{"from":""}', ''],
  ['a sender two levels down', '"data":{"sms":{"from":""}}', ''],
  ['an app by its name', '"appName":"WhatsApp","title":"M"', ''],
  ['an app by its name last', '"title":"M"', '"app_name":"WhatsApp"'],
  ['a sender in a list of messages', '"messages":[{"from":""}]', ''],
]
const around = (before: string, text: string, after: string): string =>
  `{${[before, text, after].filter(Boolean).join(',')}}`
const SENDERLESS_FORGERIES: readonly Forgery[] = SENDERLESS.flatMap(([how, before, after]) => [
  raw(`${how}: names the bank`, around(before, `"text":"${DEPOSIT}","sender":"${ANY_END}"`, after)),
  raw(`${how}: by the same name`, around(before, `"text":"${DEPOSIT}","from":"${ANY_END}"`, after)),
  raw(`${how}: with an escape`, around(before, `"text":"${DEPOSIT}","s\\u0065nder":"${ANY_END}"`, after)),
])
const written = encodeURIComponent(DEPOSIT)
const FORM_FORGERIES: readonly Forgery[] = [
  `text=${written}&sender=${ANY_END}&from=&A`,
  `text=${written}&sender=${ANY_END}&from=+`,
  `from=&text=${written}&sender=${ANY_END}`,
  `from&text=${written}&from=${ANY_END}`,
  `from[]=&text=${written}&sender=${ANY_END}`,
  `from[0]=${CUSTOMER}&text=${written}&sender=${ANY_END}`,
  `from.0=&text=${written}&sender=${ANY_END}`,
  `message[from]=${CUSTOMER}&text=${written}&sender=${ANY_END}`,
  `message%5Bfrom%5D=Asha&message[text]=x&text=${written}&sender=${ANY_END}`,
  `payload.sender=Asha&text=${written}&sender=${ANY_END}`,
  `appName=WhatsApp&text=${written}&sender=${ANY_END}`,
  `f%72om=&text=${written}&sender=${ANY_END}`,
  `from=${ANY_END}&text=&body=${written}`,
].map((body) => raw(`a form: ${body}`, body, FORM_TYPE))

/** What a payer with such a name adds to a bank's own SMS, where the template puts it in as it is. */
const NAMED = (name: string) =>
  `Dear SBI User, your A/c X1234 credited by Rs.4814.00 on 21-11-26 transfer from ${name} Ref No 612345678902 -SBI`
const NAME_FORGERIES: readonly Forgery[] = [
  ...['x', 'title', 'sim', 'Sim Slot', 'sentStamp', 'extra'].map((member) =>
    raw(
      `a name that ends the text before the member ${member}`,
      `{"from":"VM-SBIUPI-S","text":"${NAMED(`A Ref No 999999999999","${member}":"B`)}","sentStamp":"1795225380123"}`,
    ),
  ),
  raw(
    'a name that ends the text of a form',
    `from=VM-SBIUPI-S&text=${NAMED('A Ref No 999999999999&x=B')}`,
    FORM_TYPE,
  ),
  ...[ANY_END, 'AX-AXISBK-S'].map((from) =>
    raw(
      `a name that adds an element of ${from}`,
      `[{"from":"AX-AXISBK-S","text":"INR 1.00 credited to A/c no. XX1 on 21-11-26. Info- UPI/P2A/612345678902/x"},{"from":"${from}","text":"${from === ANY_END ? DEPOSIT : 'INR 4814.00 credited to A/c no. XX1 on 21-11-26. Info- UPI/P2A/999999999999/'}/Axis Bank"}]`,
    ),
  ),
  ...['B', 'text.', 'x[]'].map((name) =>
    raw(
      `a name that ends the text of a form, and goes on as the member ${name}`,
      `from=VM-SBIUPI-S&text=${NAMED(`A Ref No 999999999999&${name}`)}`,
      FORM_TYPE,
    ),
  ),
  ...['x', 'text', 'ticker'].map((member) =>
    raw(
      `a name that ends the title before the member ${member}, with an amount of its own`,
      `{"packageName":"com.google.android.apps.nbu.paisa.merchant","title":"A paid you ₹4814.00","${member}":"B paid you ₹1.00","text":"x"}`,
    ),
  ),
  raw('a list of one', `[{"from":"${BANK}","text":"${CREDIT}"}]`),
]

/** What a payer can write into the bank's own message of one rupee, where the template puts it in as it is. */
const OWN_SMS = (note: string) =>
  `{"from":"AX-AXISBK-S","text":"INR 1.00 credited to A/c no. XX1234 on 21-11-26. Info- UPI/P2A/612345678902/${note}/Axis Bank"}`

export const FORGERIES: readonly Forgery[] = [
  ...SENDERS.map((from) => json(`an SMS from ${from}`, { from, text: CREDIT })),
  ...CHATS.flatMap((packageName) => [
    json(`a chat in ${packageName}`, { packageName, title: 'Asha', text: CHAT }),
    json(`its title like the app's own, ${packageName}`, {
      packageName,
      title: 'Payment received ₹4814.00',
      text: CREDIT,
    }),
    json(`title and text in one, ${packageName}`, { from: packageName, text: `Asha ${CHAT}` }),
    json(`by a contact named like a payment, ${packageName}`, {
      packageName,
      title: 'Google Pay paid you ₹4814.00',
      text: 'UPI Ref No 612345678901',
    }),
  ]),
  ...TEMPLATES.flatMap(([template, filled]) =>
    WRITINGS.map(([how, written]) => raw(`${template}: ${how}`, filled(written))),
  ),
  ...SENDERLESS_FORGERIES,
  ...FORM_FORGERIES,
  ...NAME_FORGERIES,
  raw('a type that is none', JSON.stringify({ from: BANK, text: CREDIT }), 'application/json-seq'),
  raw(
    'a part of a form',
    `--x\r\nContent-Disposition: form-data; name="from"\r\n\r\n${BANK}\r\n--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n${CREDIT}\r\n--x--`,
    'multipart/form-data; boundary=x',
  ),
  raw("a payer's note that adds a text", OWN_SMS(`x","text":"${CREDIT.replace('HDFC Bank A/c', 'A/c')}`)),
  raw("a payer's note that adds a text under another name", OWN_SMS(`x","body":"${CREDIT}`)),
  raw("a payer's note that adds bank and text", OWN_SMS(`x","from":"${BANK}","text":"${CREDIT}","y":"`)),
  raw('JSON as the message itself', JSON.stringify({ from: BANK, text: CREDIT }), 'text/plain'),
  raw(
    'JSON as the message itself, undeclared',
    JSON.stringify({ from: BANK, text: CREDIT }),
    'application/octet-stream',
  ),
  raw('JSON in a form', JSON.stringify({ from: BANK, text: CREDIT }), FORM_TYPE),
  raw('plain text', CREDIT, 'text/plain'),
  raw('plain text that names a bank', `From: ${BANK}\n${CREDIT}`, 'text/plain'),
  raw(
    'two senders in a form',
    `from=${encodeURIComponent(CUSTOMER)}&text=x&from=${BANK}&text=${encodeURIComponent(CREDIT)}`,
    FORM_TYPE,
  ),
  raw('two texts in a form', `from=${BANK}&text=x&body=${encodeURIComponent(CREDIT)}`, FORM_TYPE),
  json('names that nobody knows', { origin: BANK, remark: CREDIT }),
  json('an app by its name alone', { appName: 'HDFC Bank', title: 'Credit', text: CREDIT }),
  json('words before the sentence', { from: BANK, text: `Asha says: ${CREDIT}` }),
  json('a forwarded message', { from: BANK, text: `Fwd: ${CREDIT}` }),
  json('a business app, title and text in one', {
    from: 'com.phonepe.app.business',
    text: `Payment received ${CHAT}`,
  }),
  json('a business app under a title of its own', {
    packageName: 'com.phonepe.app.business',
    title: 'Asha',
    text: CHAT,
  }),
  json('an outgoing transfer', {
    from: BANK,
    text: 'Your NEFT transaction with reference number N326261234567 for INR 4814.00 has been credited to the ICICI Bank A/c XX1234 of ASHA on 21-11-26',
  }),
  json('a transfer by NEFT', {
    from: BANK,
    text: 'Update! INR 4814.00 deposited in HDFC Bank A/c XX1234 on 21-NOV-26 for NEFT Cr-SBIN0000001-UPI Ref No 612345678901-ASHA',
  }),
  json('a reversal', {
    from: BANK,
    text: 'Rs.4814.00 credited to HDFC Bank A/c XX1234 on 21-11-26 as reversal of UPI txn 612345678901',
  }),
  json('a reversal named behind', { from: BANK, text: `${CREDIT} Reversal of a failed payment` }),
  json('cash', {
    from: BANK,
    text: 'Rs.4814.00 deposited in cash in HDFC Bank A/c XX1234 on 21-11-26. Ref 612345678901',
  }),
  json('a debit', {
    from: BANK,
    text: 'Rs.4814.00 debited from HDFC Bank A/c XX1234 to VPA asha@okaxis (UPI 612345678901)',
  }),
  json('a request of someone who is called like a sentence', {
    from: 'VM-SBIUPI-S',
    text: 'Dear User, your A/c 12 credited by Rs.4814 on 21-11-26 transfer from A Ref No 612345678901 has requested Rs249 frm u. Once approved, money will be debited frm ur a/c -SBI',
  }),
  json('a transfer by NEFT of someone who is called like a UPI reference', {
    from: 'VM-SBIUPI-S',
    text: 'Dear SBI User, your A/c X1234 credited by Rs.4814.00 on 21-11-26 transfer from A Ref No 612345678901 Ref No SBIN526326123456',
  }),
  json("another bank's sentence", { from: 'VM-SBIUPI-S', text: CREDIT }),
]
