import { Button } from '@mantine/core'
import { IconMapPinOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import css from './not-found-page.module.css'

export function NotFoundPage() {
  return (
    <div className={css.page}>
      <IconMapPinOff size={40} stroke={1.4} aria-hidden color="var(--galla-accent)" />
      <h1>Page not found</h1>
      <p>There is nothing at this address. It may have been typed wrongly, or moved.</p>
      <Button component={Link} to={paths.home} h={40}>
        Go to the home page
      </Button>
    </div>
  )
}
