import {
  checkAddress,
  chooseHosting,
  type Hosting,
  readHosting,
  testMail,
} from '@galla/contract/operator/operator-setup'
import { system } from '@galla/contract/operator/operator-system'
import { Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { callEndpoint, fetchData } from '../../../api/api.ts'
import { useData } from '../../../api/use-data.ts'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { Banner } from '../../../components/feedback/banner.tsx'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { PageTitle } from '../../../components/layout/page-title.tsx'
import { Panel } from '../../../components/layout/panel.tsx'
import { richText } from '../../../locales/rich-text.tsx'
import { t } from '../../../locales/translate.ts'
import { paths } from '../../../paths.ts'
import { queryKeys } from '../../../query-keys.ts'
import { BackupPanel } from '../system/backup-panel.tsx'

/** The checks before the first merchant registers; each can be repeated at any time. */
export function ChecksPage() {
  return (
    <>
      <PageTitle title={t('Setup')} line={t('Check five things before the first merchant registers.')} />
      <Stack gap="md" miw={0}>
        <HostingPanel />
        <Check
          title={t('Public address')}
          action={t('Check address')}
          busyLabel={t('Checking...')}
          failed={t('The address could not be checked')}
          run={async () => {
            const { address, problem } = await fetchData(checkAddress)
            return {
              works: t('{address} reaches this installation.', { address }),
              problem: problem && `${address}: ${problem}`,
            }
          }}
        >
          {t(
            'Galla calls itself through PUBLIC_URL, as customers do. This call comes from the same machine, so also open the address once on a phone without Wi-Fi.',
          )}
        </Check>
        <Check
          title={t('Mail')}
          action={t('Send a test email')}
          busyLabel={t('Sending...')}
          failed={t('The email could not be tested')}
          run={async () => {
            const { to, sentBy, problem } = await fetchData(testMail)
            return sentBy === 'files'
              ? {
                  works: '',
                  problem: t(
                    'No mail server is set, so emails are written to files. Set SMTP_URL and MAIL_FROM.',
                  ),
                }
              : { works: t('The mail server accepted an email to {to}. Check the inbox.', { to }), problem }
          }}
        >
          {t('Merchants need email to reset passwords and to learn of problems.')}
        </Check>
        <Backups />
        <LawTexts />
      </Stack>
    </>
  )
}

const HOSTINGS: readonly { readonly value: Hosting; readonly label: string }[] = [
  { value: 'own_shop', label: t('For my own shop') },
  { value: 'merchants', label: t('I host other merchants') },
]

/** Without an answer, merchants register and buy plans. */
function HostingPanel() {
  const queryClient = useQueryClient()
  const { data } = useData(queryKeys.operator.hosting, readHosting)
  const choose = useMutation({
    mutationFn: (hosting: Hosting) => callEndpoint(chooseHosting, { body: { hosting } }),
    onSuccess: ({ data: chosen }) => queryClient.setQueryData(queryKeys.operator.hosting, chosen),
  })
  return (
    <Panel title={t('Who uses this Galla?')}>
      <Stack gap="sm" align="flex-start">
        <p>
          {t(
            "Your own shop has no plans, quota, prices and KYC, and nobody else can register. The first page is then the shop's own, with Login.",
          )}
        </p>
        <Group role="group" aria-label={t('Who uses this Galla?')}>
          {HOSTINGS.map(({ value, label }) => (
            <ActionButton
              key={value}
              variant={data?.hosting === value ? 'filled' : 'default'}
              aria-pressed={data?.hosting === value}
              busy={choose.isPending && choose.variables === value}
              busyLabel={t('Saving...')}
              onClick={() => choose.mutate(value)}
            >
              {label}
            </ActionButton>
          ))}
        </Group>
        {choose.isError && (
          <Banner tone="failed" message={failureMessage(choose.error, t('The answer could not be saved'))} />
        )}
      </Stack>
    </Panel>
  )
}

interface CheckProps {
  readonly title: string
  readonly action: string
  readonly busyLabel: string
  readonly failed: string
  readonly run: () => Promise<{ works: string; problem: string | null }>
  readonly children: ReactNode
}

function Check({ title, action, busyLabel, failed, run, children }: CheckProps) {
  const check = useMutation({ mutationFn: run })
  return (
    <Panel title={title}>
      <Stack gap="sm" align="flex-start">
        <p>{children}</p>
        {check.isSuccess && (
          <Banner
            tone={check.data.problem === null ? 'success' : 'failed'}
            message={check.data.problem ?? check.data.works}
          />
        )}
        {check.isError && <Banner tone="failed" message={failureMessage(check.error, failed)} />}
        <ActionButton
          variant="default"
          busy={check.isPending}
          busyLabel={busyLabel}
          onClick={() => check.mutate()}
        >
          {action}
        </ActionButton>
      </Stack>
    </Panel>
  )
}

function Backups() {
  const { data } = useData(queryKeys.operator.system, system)
  return data === undefined ? null : <BackupPanel status={data} />
}

/** Galla ships one set of legal texts. */
function LawTexts() {
  return (
    <Panel title={t('Legal texts: India')}>
      <p>
        {richText(
          'The <terms>terms</terms> and the <privacy>privacy text</privacy> are written for India. Read them before you open registration. For another country, ask a lawyer to adapt them.',
          {
            terms: (text) => <Link to={paths.terms}>{text}</Link>,
            privacy: (text) => <Link to={paths.privacy}>{text}</Link>,
          },
        )}
      </p>
    </Panel>
  )
}
