import { Button } from '@mantine/core'
import { IconHammer } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { PageTitle } from '../../parts/page-title.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ScreenMessage } from '../../parts/screen-message.tsx'
import { paths } from '../../paths.ts'
import { DASHBOARD_SECTIONS } from './what-comes.ts'

export function ComingSection() {
  const { pathname } = useLocation()
  const { title, text } = DASHBOARD_SECTIONS[pathname.replace(/\/$/, '')] ?? {
    title: 'Not here yet',
    text: '',
  }
  return (
    <>
      <PageTitle title={title} />
      <Panel>
        <ScreenMessage
          Icon={IconHammer}
          title="This section is being built"
          text={text}
          action={
            <Button component={Link} to={paths.paymentLink} variant="default">
              Create a payment link
            </Button>
          }
        />
      </Panel>
    </>
  )
}
