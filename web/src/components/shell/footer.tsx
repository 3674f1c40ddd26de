import { Box, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Brand } from '../layout/brand.tsx'
import css from './footer.module.css'

const GROUPS = [
  {
    title: 'Product',
    links: [
      { to: paths.features, label: 'Features' },
      { to: paths.pricing, label: 'Pricing' },
      { to: paths.simulator, label: 'UPI simulator' },
    ],
  },
  {
    title: 'Developers',
    links: [
      { to: paths.docs, label: 'Integration guide' },
      { to: paths.apiReference, label: 'API reference' },
    ],
  },
  {
    title: 'Company',
    links: [
      { to: paths.about, label: 'About' },
      { to: paths.careers, label: 'Careers' },
      { to: paths.blog, label: 'Blog' },
      { to: paths.contact, label: 'Contact' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: paths.privacy, label: 'Privacy' },
      { to: paths.terms, label: 'Terms' },
      { to: paths.security, label: 'Security' },
    ],
  },
] as const

export function Footer() {
  return (
    <Box component="footer" bg="var(--galla-surface)" style={{ borderTop: '1px solid var(--galla-line)' }}>
      <Box
        maw={1160}
        my={0}
        mx="auto"
        py={{ base: 'xl', sm: 48 }}
        px={{ base: 'md', sm: 'lg' }}
        className={css.inner}
      >
        <div className={css.about}>
          <Brand />
          <Text c="dimmed" maw={260} mt="sm">
            UPI payments by QR code and app links, straight to your own account.
          </Text>
        </div>
        {GROUPS.map(({ title, links }) => (
          <Stack key={title} component="nav" gap={4} aria-label={title} className={css.group}>
            <Title order={2} fz="sm" fw={600} lts="0" mb={4}>
              {title}
            </Title>
            {links.map(({ to, label }) => (
              <Link key={to} to={to}>
                {label}
              </Link>
            ))}
          </Stack>
        ))}
      </Box>
    </Box>
  )
}
