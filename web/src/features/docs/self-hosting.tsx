import { Box, Stack } from '@mantine/core'
import { CodeBlock } from './guide/code/code-sample.tsx'
import { FactTable } from './guide/field-table.tsx'
import guide from './guide/guide.module.css'
import { GuideSection } from './guide/guide-section.tsx'
import { SELF_HOSTING } from './places.ts'

const SETTINGS = [
  ['NODE_ENV', 'production, on a server that real customers reach.'],
  [
    'PUBLIC_URL',
    'The https address that your customers see, without a path. Links and cookies are made from it.',
  ],
  [
    'DATABASE_URL',
    'A PostgreSQL of your own, 15 or newer. Without it one comes with Galla and lives in DATA_DIR.',
  ],
  ['APP_KEY', '32 bytes that encrypt secrets at rest. Needed with DATABASE_URL; keep it apart from backups.'],
  [
    'OPERATOR_EMAIL, OPERATOR_PASSWORD',
    'Who runs this Galla. Set neither, and the log of the first start has a link to a setup page.',
  ],
  ['SMTP_URL, MAIL_FROM', 'Your mail server, for password links, alerts and invoices.'],
  ['TRUST_PROXY', 'The address of the proxy that ends https, so that limits see the visitors behind it.'],
] as const

export function SelfHosting() {
  return (
    <GuideSection {...SELF_HOSTING}>
      <p>
        Galla is open source (Apache-2.0) and runs wherever Node 20 or newer and npm do. One command installs
        the right Node and PostgreSQL into its folder, builds, and starts.
      </p>
      <CodeBlock title="In the folder of the program" text="npm start" language="curl" />
      <FactTable
        caption="Settings"
        heads={['Setting', 'What it is for']}
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
          Put a proxy with https in front, and let it pass server-sent events unbuffered. Send traffic by{' '}
          <code>/readyz</code>, restart by <code>/healthz</code>.
        </li>
        <li>
          For more than one machine start <code>ROLE=web</code> and <code>ROLE=worker</code> as often as you
          like on one <code>DATABASE_URL</code>, with one <code>APP_KEY</code>.
        </li>
        <li>
          All settings, backups, metrics and what to watch stand in <code>docs/operating.md</code> of the
          program.
        </li>
      </Stack>
    </GuideSection>
  )
}
