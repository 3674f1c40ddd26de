import { type AccountKind, type NetworkRule, rulesInForce } from '@galla/upi/network-rules'
import { Stack, Text } from '@mantine/core'
import { deviceTimeMs } from '../../format/clock.ts'
import { displayDay } from '../../format/indian-display.ts'
import { t, translateServerText } from '../../locales/translate.ts'

const ORDER: readonly NetworkRule['about'][] = [
  'appLinks',
  'sharedQr',
  'payment',
  'day',
  'month',
  'hold',
  'collect',
]

/** The UPI network's current rules for this kind of account, each with its date and source. */
export function NetworkRulesList({ kind }: { kind: AccountKind }) {
  const rules = rulesInForce(new Date(deviceTimeMs()), kind)
  return (
    <Stack component="ul" gap="xs" pl={20} my={0} maw="74ch">
      {ORDER.map((about) => {
        const rule = rules[about]
        return (
          rule !== undefined && (
            <li key={about}>
              {translateServerText(rule.says)}
              {rule.about === 'collect' &&
                rule.except.length > 0 &&
                t(' Exceptions: {exceptions}.', { exceptions: rule.except.join('; ') })}
              <Text c="dimmed" fz="sm">
                {rule.source}.
                {rule.since !== null && t(' In force since {day}.', { day: displayDay(rule.since) })}
              </Text>
            </li>
          )
        )
      })}
    </Stack>
  )
}
