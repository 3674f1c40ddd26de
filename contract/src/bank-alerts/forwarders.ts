/** How one of the common forwarder apps is set up: what to choose in it, and what to paste, to the letter. */
export interface Forwarder {
  readonly id: string
  readonly name: string
  readonly forwards: 'SMS' | 'Notifications' | 'SMS or notifications'
  readonly steps: readonly string[]
  /** The last step: what makes it say each minute or two that it works; left out where no way is known. */
  readonly ping?: string
  /** Where to enter the signing secret; null if the app cannot sign. */
  readonly signingSecret: string | null
  /** What to know before choosing it. */
  readonly caution?: string
  /** The name of the field in the app for the template. */
  readonly pasteInto: string
  /** Which of its messages may settle an order automatically, and why. */
  readonly trusted: string
  template(alertUrl: string): string
  /** A file of settings that the app imports; left out where it imports none. */
  readonly rules?: {
    readonly import: string
    readonly content: (alertUrl: string, signingSecret: string | null) => string
  }
}

const SMS_TRUSTED =
  'the SMS of known banks, because the app passes on the sender as the operator shows it (VM-HDFCBK). Keep the sender in the template.'
const UNESCAPED = `${SMS_TRUSTED} An SMS with a double quote in it waits for you, because this app does not escape it.`

/** Registers the alert address for one kind of event at SMS Gateway for Android. */
const registerEvent = (alertUrl: string, event: string): string =>
  `curl -u USER:PASSWORD -H 'Content-Type: application/json' \\\n  -d '{"url":"${alertUrl}","event":"${event}"}' \\\n  https://api.sms-gate.app/3rdparty/v1/webhooks`

const json = (fields: Readonly<Record<string, string>>): string =>
  `{\n${Object.entries(fields)
    .map(([name, value]) => `  "${name}": "${value}"`)
    .join(',\n')}\n}`

const INCOMING_SMS = json({
  from: '%from%',
  text: '%text%',
  sentStamp: '%sentStamp%',
  receivedStamp: '%receivedStamp%',
})

/** A rule as Incoming SMS to URL Forwarder exports it. Imported again, it replaces the rule with its key. */
const incomingSmsRule = (alertUrl: string, signingSecret: string | null) => ({
  key: alertUrl,
  sender: '*',
  url: alertUrl,
  template: INCOMING_SMS,
  sim_slot: 0,
  headers: JSON.stringify({ 'content-type': 'application/json' }),
  retries_number: 10,
  ignore_ssl: false,
  chunked_mode: false,
  is_sms_enabled: true,
  store_failed: true,
  sign_hmac_sha256: signingSecret !== null,
  ...(signingSecret !== null && { sign_hmac_sha256_secret: signingSecret }),
})

/**
 * Each as its own documentation names its fields and placeholders. The server reads these names, and those of many others, from
 * whatever is sent.
 */
export const FORWARDERS: readonly Forwarder[] = [
  {
    id: 'incoming-sms',
    name: 'Incoming SMS to URL Forwarder',
    forwards: 'SMS',
    steps: [
      'Install it from F-Droid or its GitHub page, and allow it to read SMS.',
      'From version 2.4: import its rule with the setup code below, and skip the next two steps.',
      'Add a rule: Sender * (every sender), Webhook URL the alert address above.',
      'Keep its payload template, or paste this one.',
    ],
    ping: 'Open Settings, turn on Heartbeat, paste the alert address above as its URL, set 1 minute, and save. The setup code does not bring this.',
    signingSecret:
      'From version 2.4: import its rule again with the setup code below, or open the rule, turn on Sign with HMAC-SHA-256 and paste it there. Then open Settings, Heartbeat, and paste the heartbeat address below as its URL.',
    pasteInto: 'Payload template',
    trusted: SMS_TRUSTED,
    template: () => INCOMING_SMS,
    rules: {
      import:
        'Scan it with the camera of the phone that gets the SMS, and save the file. Then open the app, Settings, Backup, Import, and choose the file.',
      content: (alertUrl, signingSecret) =>
        JSON.stringify([incomingSmsRule(alertUrl, signingSecret)], null, 2),
    },
  },
  {
    id: 'smsforwarder',
    name: 'SmsForwarder',
    forwards: 'SMS',
    steps: [
      'Add a sending channel of the kind Webhook, method POST, with the alert address above.',
      'Paste the template into its message parameters.',
      'Add a rule for SMS that forwards everything to this channel.',
    ],
    signingSecret: 'Open its sending channel of the kind Webhook and paste it into Secret.',
    caution:
      'Its README allows test, study and research only: "commercial use is prohibited". For a shop choose another app, or ask its authors first.',
    pasteInto: 'WebParams',
    trusted: SMS_TRUSTED,
    template: () =>
      json({
        from: '[from]',
        text: '[org_content]',
        // With its offset: the app writes the time of the phone's zone.
        receivedAt: "[receive_time:yyyy-MM-dd'T'HH:mm:ssXXX]",
        timestamp: '[timestamp]',
        sign: '[sign]',
      }),
  },
  {
    id: 'sms-gateway',
    name: 'SMS Gateway for Android',
    forwards: 'SMS',
    steps: [
      'Start the app with its local or its cloud server; it shows a user name and a password.',
      'Run both commands once on a computer, with your user name and password in them. With the local server put the address that the app shows in place of api.sms-gate.app/3rdparty/v1.',
    ],
    ping: 'In the app open Settings, Ping, and set 60 seconds. The second command sends these pings to Galla.',
    signingSecret: 'Open Settings, Webhooks, Signing Key, and paste it in place of the key there.',
    caution:
      'The released app sends only to addresses that start with https://. The one exception is http://127.0.0.1, the phone itself.',
    pasteInto: 'Command line',
    trusted: SMS_TRUSTED,
    template: (alertUrl) =>
      ['sms:received', 'system:ping'].map((event) => registerEvent(alertUrl, event)).join('\n'),
  },
  {
    id: 'macrodroid',
    name: 'MacroDroid',
    forwards: 'SMS or notifications',
    steps: [
      'New macro. Trigger: SMS Received, any number, any content.',
      'Action: HTTP Request, method POST, the alert address above, content type application/json.',
      'Paste the template as the content body. For a business app, use the trigger Notification Received, put the name of its package (com.phonepe.app.business, say) in place of {sms_number}, {notification} in place of {sms_message}, and add a line "title": "{not_title}".',
    ],
    ping: 'Add another macro. Trigger: Regular Interval, every minute. Action: HTTP Request, method POST, the alert address above, and the word ping as the content body.',
    signingSecret: null,
    pasteInto: 'Content body',
    trusted: UNESCAPED,
    template: () => json({ from: '{sms_number}', text: '{sms_message}' }),
  },
  {
    id: 'tasker',
    name: 'Tasker',
    forwards: 'SMS',
    steps: [
      'New profile. Event: Received Text, type SMS, any sender.',
      'Task: HTTP Request, method POST, the alert address above, header Content-Type:application/json.',
      'Paste the template as the body.',
    ],
    ping: 'Add another profile. Time: every 2 minutes. Task: HTTP Request, method POST, the alert address above, and the word ping as the body.',
    signingSecret: null,
    pasteInto: 'Body',
    trusted: UNESCAPED,
    template: () => json({ from: '%SMSRF', text: '%SMSRB' }),
  },
  {
    id: 'notification-forwarder',
    name: 'NotificationForwarder',
    forwards: 'Notifications',
    steps: [
      'Allow it to read notifications, and choose your business app.',
      'Set the URL to the alert address above, method POST. No login and no token is needed.',
      'Paste the template as the body.',
    ],
    signingSecret: null,
    pasteInto: 'Body template',
    trusted:
      'BharatPe. Other business apps wait for you, and so do apps for persons: any customer can write in their chats.',
    template: () => json({ packageName: '{packageName}', title: '{title}', text: '{text}' }),
  },
]

/** The first words of the test message. */
export const SAMPLE_ALERT = {
  sender: 'VM-HDFCBK-S',
  text: 'Credit Alert! Rs.499.00 credited to HDFC Bank A/c XX1234 on 21-11-26 from VPA asha@okaxis (UPI 612345678901)',
} as const
