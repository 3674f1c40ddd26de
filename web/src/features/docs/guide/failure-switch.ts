/** The switch under the notification format; the guide names it. */
export const FAILURE_SWITCH = 'Send failures too'
