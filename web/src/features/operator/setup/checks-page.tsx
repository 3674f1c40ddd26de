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
import { paths } from '../../../paths.ts'
import { queryKeys } from '../../../query-keys.ts'
import { BackupPanel } from '../system/backup-panel.tsx'

/** The checks before the first merchant registers; each can be repeated at any time. */
export function ChecksPage() {
  return (
    <>
      <PageTitle title="Setup" line="Check five things before the first merchant registers." />
      <Stack gap="md" miw={0}>
        <HostingPanel />
        <Check
          title="Public address"
          action="Check address"
          busyLabel="Checking..."
          failed="The address could not be checked"
          run={async () => {
            const { address, problem } = await fetchData(checkAddress)
            return {
              works: `${address} reaches this installation.`,
              problem: problem && `${address}: ${problem}`,
            }
          }}
        >
          Galla calls itself through PUBLIC_URL, as customers do. This call comes from the same machine, so
          also open the address once on a phone without Wi-Fi.
        </Check>
        <Check
          title="Mail"
          action="Send a test email"
          busyLabel="Sending..."
          failed="The email could not be tested"
          run={async () => {
            const { to, sentBy, problem } = await fetchData(testMail)
            return sentBy === 'files'
              ? {
                  works: '',
                  problem:
                    'No mail server is set, so emails are written to files. Set SMTP_URL and MAIL_FROM.',
                }
              : { works: `The mail server accepted an email to ${to}. Check the inbox.`, problem }
          }}
        >
          Merchants need email to reset passwords and to learn of problems.
        </Check>
        <Backups />
        <LawTexts />
      </Stack>
    </>
  )
}

const HOSTINGS: readonly { readonly value: Hosting; readonly label: string }[] = [
  { value: 'own_shop', label: 'For my own shop' },
  { value: 'merchants', label: 'I host other merchants' },
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
    <Panel title="Who uses this Galla?">
      <Stack gap="sm" align="flex-start">
        <p>
          Your own shop has no plans, quota, prices and KYC, and nobody else can register. The first page is
          then the shop's own, with Login.
        </p>
        <Group role="group" aria-label="Who uses this Galla?">
          {HOSTINGS.map(({ value, label }) => (
            <ActionButton
              key={value}
              variant={data?.hosting === value ? 'filled' : 'default'}
              aria-pressed={data?.hosting === value}
              busy={choose.isPending && choose.variables === value}
              busyLabel="Saving..."
              onClick={() => choose.mutate(value)}
            >
              {label}
            </ActionButton>
          ))}
        </Group>
        {choose.isError && (
          <Banner tone="failed" message={failureMessage(choose.error, 'The answer could not be saved')} />
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
    <Panel title="Legal texts: India">
      <p>
        The <Link to={paths.terms}>terms</Link> and the <Link to={paths.privacy}>privacy text</Link> are
        written for India. Read them before you open registration. For another country, ask a lawyer to adapt
        them.
      </p>
    </Panel>
  )
}
