import type { User } from '@galla/contract/merchants/merchants'
import { Box, SimpleGrid } from '@mantine/core'
import css from './profile-page.module.css'

function supportOf({ showSupport, supportEmail, supportPhone }: User): string {
  if (!showSupport) return "Galla's contact page"
  return [supportEmail, supportPhone].filter((text) => text !== '').join(', ')
}

export function ProfileView({ user }: { user: User }) {
  const rows = [
    { name: 'Full Name', text: user.name },
    { name: 'Email Address', text: user.email },
    { name: 'Mobile Number', text: user.mobileNumber },
    { name: 'Website Name', text: user.websiteName },
    { name: 'Website URL', text: user.websiteUrl },
    { name: 'Support on the payment page', text: supportOf(user) },
  ]
  return (
    <SimpleGrid
      component="dl"
      cols={{ base: 1, sm: 2, lg: 3 }}
      spacing="lg"
      verticalSpacing={20}
      pt={20}
      className={css.facts}
      style={{ borderTop: '1px solid var(--galla-line)' }}
    >
      {rows.map(({ name, text }) => (
        <div key={name}>
          <Box component="dt" c="dimmed" fz="xs" fw={550}>
            {name}
          </Box>
          <Box component="dd" mt={2} fw={500} className="breaks">
            {text === '' ? <span className="muted">Not set</span> : text}
          </Box>
        </div>
      ))}
    </SimpleGrid>
  )
}
