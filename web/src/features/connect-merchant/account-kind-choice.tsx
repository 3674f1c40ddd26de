import { IconHelpCircle } from 'virtual:icons'
import { ACCOUNT_KIND_NAMES } from '@galla/contract/payment-accounts/accounts'
import { ACCOUNT_KINDS, type AccountKind } from '@galla/upi/network-rules'
import { Box, Paper, Radio, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { More } from '../../components/display/more.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { richText } from '../../locales/rich-text.tsx'
import { t, translateServerText } from '../../locales/translate.ts'
import { type ConnectFields, kindOf, personalHandle } from './connect-fields.ts'
import { NetworkRulesList } from './network-rules-list.tsx'

const DESCRIPTIONS: Record<AccountKind, string> = {
  personal: t('Your own UPI ID, as any person has one.'),
  small_merchant: t("A shop's QR code that an app gave you without checking business documents (P2PM)."),
  verified_merchant: t('Your bank or provider has checked your business.'),
}

/** Asks for the kind of account, with what the network's rules make of it. */
export function AccountKindChoice({ form }: { form: UseFormReturnType<ConnectFields> }) {
  const handle = personalHandle(form.values)
  const kind = kindOf(form.values)
  return (
    <div>
      <div role="status">
        {handle !== undefined && (
          <Notice tone="pending" Icon={IconHelpCircle}>
            {richText(
              'UPI IDs with <b>{handle}</b> are often personal. Is this one?',
              { b: (text) => <strong>{text}</strong> },
              { handle },
            )}
          </Notice>
        )}
      </div>
      <Paper withBorder radius="md" py={14} px="md" mt={handle === undefined ? 0 : 'xs'}>
        <Radio.Group
          label={t('Kind of account')}
          description={t('As your bank or provider registered it. Ask them if you are not sure.')}
          value={kind}
          onChange={(value) => form.setFieldValue('kind', value)}
          error={form.errors.kind}
        >
          <Stack gap="xs" mt="sm">
            {ACCOUNT_KINDS.map((each) => (
              <Radio
                key={each}
                name="kind"
                value={each}
                label={translateServerText(ACCOUNT_KIND_NAMES[each])}
                description={DESCRIPTIONS[each]}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Box mt="xs" mb="-xs">
          <More summary={t('UPI rules for this kind of account')}>
            <Box pb="sm">
              <NetworkRulesList kind={kind} />
            </Box>
          </More>
        </Box>
      </Paper>
    </div>
  )
}
