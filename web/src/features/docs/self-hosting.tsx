import { Box, Stack } from '@mantine/core'
import { SELF_HOSTING } from './chapter-anchors.ts'
import { CodeBlock } from './guide/code/code-sample.tsx'
import { FactTable } from './guide/field-table.tsx'
import guide from './guide/guide.module.css'
import { GuideSection } from './guide/guide-section.tsx'

const SETTINGS = [
  ['NODE_ENV', 'Set it to production on a server that customers use.'],
  [
    'PUBLIC_URL',
    'The https address that your customers see, without a path. Galla uses it in links and cookies.',
  ],
  [
    'DATABASE_URL',
    'Your own PostgreSQL, version 15 or newer. If it is not set, Galla starts its own and keeps the data in DATA_DIR.',
  ],
  [
    'APP_KEY',
    '32 bytes that encrypt stored secrets. Required with DATABASE_URL. Keep it separate from your backups.',
  ],
  [
    'OPERATOR_EMAIL, OPERATOR_PASSWORD',
    'The login of the operator. If you set neither, the log of the first start has a link to a setup page.',
  ],
  ['SMTP_URL, MAIL_FROM', 'Your mail server, for password links, alerts and invoices.'],
  [
    'TRUST_PROXY',
    "The address of your https proxy, so that rate limits apply to each visitor's own address.",
  ],
] as const

export function SelfHosting() {
  return (
    <GuideSection {...SELF_HOSTING}>
      <p>
        Galla is open source (Apache-2.0). It needs only Node 20 or newer and npm. One command installs the
        right version of Node and PostgreSQL into its folder, builds Galla and starts it.
      </p>
      <CodeBlock title="In the folder of Galla" text="npm start" language="curl" />
      <FactTable
        caption="Settings"
        heads={['Setting', 'Purpose']}
        rows={SETTINGS.map(([name, means]) => ({
          key: name,
          left: (
            <Box component="code" fw={600} className={guide.name}>
              {name}
            </Box>
          ),
          right: means,
        }))}
      />
      <Stack component="ul" gap="xs" maw="74ch" pl={20}>
        <li>
          Put an https proxy in front of Galla, and turn off its buffering for server-sent events. Use{' '}
          <code>/readyz</code> to decide where to send traffic, and <code>/healthz</code> to decide when to
          restart.
        </li>
        <li>
          To use more than one machine, start any number of processes with <code>ROLE=web</code> or{' '}
          <code>ROLE=worker</code>. Give all of them the same <code>DATABASE_URL</code> and{' '}
          <code>APP_KEY</code>.
        </li>
        <li>
          <code>docs/operating</code> in the repository describes all settings, backups, metrics and what to
          monitor.
        </li>
      </Stack>
    </GuideSection>
  )
}
