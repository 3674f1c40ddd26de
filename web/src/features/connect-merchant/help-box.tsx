import {
  IconArrowRight,
  IconBook2,
  IconCoinRupee,
  IconFileSpreadsheet,
  IconHeadset,
  IconHistory,
  IconMail,
} from 'virtual:icons'
import { Box, Group, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { Panel } from '../../components/layout/panel.tsx'
import { paths } from '../../paths.ts'
import css from './connect-merchant-page.module.css'

const FACTS = [
  { Icon: IconCoinRupee, text: 'Galla never holds your money: the QR code carries your own UPI ID.' },
  { Icon: IconHistory, text: 'Connecting again replaces the account for new orders only.' },
  { Icon: IconMail, text: 'Whenever the payee changes, we email you.' },
] as const

export function HelpBox() {
  return (
    <Stack component="aside" gap="lg" aria-label="Help">
      <Panel title="Good to know">
        <Stack component="ul" gap={14} className={`plain-list ${css.known}`}>
          {FACTS.map(({ Icon, text }) => (
            <Group key={text} component="li" gap="sm" align="stretch" wrap="nowrap">
              <Icon size={20} stroke={1.7} aria-hidden />
              <span>{text}</span>
            </Group>
          ))}
        </Stack>
      </Panel>
      <Panel title="Need help?" note="How to connect, step by step, or a person who helps.">
        <Box mx="-xs" mt={0} mb="-xs" className={css.helpLinks}>
          <Link to={paths.importStatement}>
            <IconFileSpreadsheet size={18} aria-hidden /> Import statement
            <IconArrowRight size={16} aria-hidden className={css.arrow ?? ''} />
          </Link>
          <Link to={paths.docs}>
            <IconBook2 size={18} aria-hidden /> Integration guide
            <IconArrowRight size={16} aria-hidden className={css.arrow ?? ''} />
          </Link>
          <Link to={paths.contact}>
            <IconHeadset size={18} aria-hidden /> Contact support
            <IconArrowRight size={16} aria-hidden className={css.arrow ?? ''} />
          </Link>
        </Box>
      </Panel>
    </Stack>
  )
}
