import {
  IconBook2,
  IconCoinRupee,
  IconFileSpreadsheet,
  IconHeadset,
  IconHistory,
  IconMail,
} from 'virtual:icons'
import { Button, Group, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { Panel } from '../../components/layout/panel.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'

const FACTS = [
  { Icon: IconCoinRupee, text: t('Galla never holds your money: the QR code carries your own UPI ID.') },
  { Icon: IconHistory, text: t('Connecting again replaces the account for new orders only.') },
  { Icon: IconMail, text: t('Whenever the payee changes, we email you.') },
] as const

const LINKS = [
  { to: paths.importStatement, Icon: IconFileSpreadsheet, text: t('Import statement') },
  { to: paths.docs, Icon: IconBook2, text: t('Integration guide') },
  { to: paths.contact, Icon: IconHeadset, text: t('Contact support') },
] as const

export function HelpBox() {
  return (
    <Stack component="aside" gap="lg" aria-label={t('Help')}>
      <Panel title={t('Good to know')}>
        <Stack component="ul" gap={14} className="plain-list">
          {FACTS.map(({ Icon, text }) => (
            <Group key={text} component="li" gap="sm" align="stretch" wrap="nowrap">
              <Icon size={20} stroke={1.7} color="var(--galla-accent)" />
              <span>{text}</span>
            </Group>
          ))}
        </Stack>
      </Panel>
      <Panel title={t('Need help?')} note={t('How to connect, step by step, or a person who helps.')}>
        <Stack gap={4} mx="-xs" mb="-xs">
          {LINKS.map(({ to, Icon, text }) => (
            <Button
              key={to}
              component={Link}
              to={to}
              variant="subtle"
              px="xs"
              justify="flex-start"
              leftSection={<Icon size={18} />}
            >
              {text}
            </Button>
          ))}
        </Stack>
      </Panel>
    </Stack>
  )
}
