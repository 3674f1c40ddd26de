/** The switch under the notification format; the guide names it. */
export const SOURCE_SWITCH = 'Send silent sources too'
