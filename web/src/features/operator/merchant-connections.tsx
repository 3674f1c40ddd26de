import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconPlayerPause } from 'virtual:icons'
import { KYC_DOCUMENT_NAMES } from '@galla/contract/kyc/kyc-number'
import type { MerchantDetail } from '@galla/contract/operator/operator-merchants'
import { PROVIDER_NAMES } from '@galla/contract/payment-accounts/accounts'
import { Box, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { AddressText } from '../../components/display/address-text.tsx'
import { ToneBadge } from '../../components/feedback/tone-badge.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayCount, displayDay } from '../../format/indian-display.ts'
import { operatorKycPath } from '../../paths.ts'
import { KycBadge } from './kyc-labels.tsx'
import css from './merchant-page.module.css'

const MODE = { test: 'Test', live: 'Live' } as const

export function MerchantAccounts({ accounts }: Pick<MerchantDetail, 'accounts'>) {
  return (
    <Panel title="Accounts" note="Where the merchant's money goes.">
      {accounts.length === 0 && <p className="muted">No account is connected.</p>}
      <Stack component="ul" gap={0} className={`plain-list ${css.list}`}>
        {accounts.map((account) => (
          <li key={`${account.mode} ${account.upiId}`}>
            <Text span miw={0} className="breaks">
              <Box component="strong" display="block" fw={550}>
                <AddressText address={account.upiId} />
              </Box>
              <Text span c="dimmed" fz="xs">
                {account.provider === 'simulator' ? 'Simulator' : PROVIDER_NAMES[account.provider]},{' '}
                {account.merchantName}
                {account.isPersonalUpi ? ', personal UPI ID' : ''}, since {displayDay(account.connectedAt)}
              </Text>
            </Text>
            {account.isCurrent ? (
              <ToneBadge tone="success" Icon={IconCircleCheck}>
                {MODE[account.mode]}
              </ToneBadge>
            ) : (
              <ToneBadge tone="created" Icon={IconCircleDashed}>
                Earlier
              </ToneBadge>
            )}
          </li>
        ))}
      </Stack>
    </Panel>
  )
}

const WEBHOOK = {
  none: { word: 'No URL', tone: 'created', Icon: IconCircleDashed },
  working: { word: 'Working', tone: 'success', Icon: IconCircleCheck },
  failing: { word: 'Failing', tone: 'pending', Icon: IconAlertTriangle },
  paused: { word: 'Paused', tone: 'failed', Icon: IconPlayerPause },
} as const

export function MerchantWebhooks({ webhooks }: Pick<MerchantDetail, 'webhooks'>) {
  return (
    <Panel title="Webhooks">
      {webhooks.length === 0 ? (
        <p className="muted">No webhook URL is set.</p>
      ) : (
        <Stack component="ul" gap={0} className={`plain-list ${css.list}`}>
          {webhooks.map(({ mode, host, state, since, waiting }) => {
            const { word, tone, Icon } = WEBHOOK[state]
            return (
              <li key={mode}>
                <Text span miw={0} className="breaks">
                  <Box component="strong" display="block" fw={550}>
                    {host ?? 'No webhook URL'}
                  </Box>
                  <Text span c="dimmed" fz="xs">
                    {MODE[mode]}, {displayCount(waiting)} waiting
                    {since === null ? '' : `, since ${displayDay(since)}`}
                  </Text>
                </Text>
                <ToneBadge tone={tone} Icon={Icon}>
                  {word}
                </ToneBadge>
              </li>
            )
          })}
        </Stack>
      )}
    </Panel>
  )
}

export function MerchantKyc({ id, kyc }: Pick<MerchantDetail, 'id' | 'kyc'>) {
  return (
    <Panel title="KYC">
      {kyc === null ? (
        <p className="muted">No documents were sent yet.</p>
      ) : (
        <Stack component="ul" gap={0} className={`plain-list ${css.list}`}>
          <li>
            <Text span miw={0} className="breaks">
              <Box component="strong" display="block" fw={550}>
                {KYC_DOCUMENT_NAMES[kyc.documentType]}
              </Box>
              <Text span c="dimmed" fz="xs">
                Sent on {displayDay(kyc.submittedAt)}, <Link to={operatorKycPath(id)}>see the documents</Link>
              </Text>
            </Text>
            <KycBadge status={kyc.status} />
          </li>
        </Stack>
      )}
    </Panel>
  )
}
