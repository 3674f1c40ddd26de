import { Box, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { Brand } from '../components/layout/brand.tsx'
import { t } from '../locales/translate.ts'
import { paths } from '../paths.ts'
import css from './footer.module.css'

const GROUPS = [
  {
    title: t('Product'),
    links: [
      { to: paths.features, label: t('Features') },
      { to: paths.pricing, label: t('Pricing') },
      { to: paths.simulator, label: t('UPI simulator') },
      { to: paths.forgotPassword, label: t('Reset password') },
    ],
  },
  {
    title: t('Developers'),
    links: [
      { to: paths.docs, label: t('Integration guide') },
      { to: paths.apiReference, label: t('API reference') },
    ],
  },
  {
    title: t('Company'),
    links: [
      { to: paths.about, label: t('About') },
      { to: paths.careers, label: t('Careers') },
      { to: paths.blog, label: t('Blog') },
      { to: paths.contact, label: t('Contact') },
    ],
  },
  {
    title: t('Legal'),
    links: [
      { to: paths.privacy, label: t('Privacy') },
      { to: paths.terms, label: t('Terms') },
      { to: paths.security, label: t('Security') },
      { to: paths.legal, label: t('Is this legal?') },
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
            {t('UPI payments by QR code and app links, straight to your own account.')}
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
