import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { useTabTitle } from '../layout/page-title.tsx'
import css from './dashboard-shell.module.css'
import { Header } from './header.tsx'

/** What a merchant sees at an operator's address; the server refuses him anyway. */
export function NotAllowed() {
  useTabTitle('Not allowed')
  return (
    <>
      <Header wide />
      <main id="main" className={css.notAllowed} tabIndex={-1}>
        <IconLock size={40} stroke={1.4} aria-hidden color="var(--galla-accent)" />
        <h1>This page is for operators</h1>
        <p>You are logged in as a merchant. Your own orders and settings are on your dashboard.</p>
        <Button component={Link} to={paths.dashboard} h={40}>
          Go to the dashboard
        </Button>
      </main>
    </>
  )
}
