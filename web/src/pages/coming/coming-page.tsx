import { Button } from '@mantine/core'
import { IconHammer } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import css from './coming-page.module.css'
import { PUBLIC_PAGES } from './what-comes.ts'

export function ComingPage() {
  const { pathname } = useLocation()
  const { title, text } = PUBLIC_PAGES[pathname.replace(/\/$/, '')] ?? { title: 'Not here yet', text: '' }
  return (
    <div className={css.page}>
      <span className={css.tag}>
        <IconHammer size={16} aria-hidden /> This page is being written
      </span>
      <h1>{title}</h1>
      <p>{text}</p>
      <Button component={Link} to={paths.home} variant="default" h={40}>
        Back to the home page
      </Button>
    </div>
  )
}
