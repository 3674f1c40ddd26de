import { Box, VisuallyHidden } from '@mantine/core'
import { useOpenCases } from '../../api/open-cases.ts'
import { t } from '../../locales/translate.ts'
import css from './side-menu.module.css'

const SHOWN_MAX = 99

/** How many cases wait in Reconciliation; nothing, where none does. */
export function CaseBadge() {
  const { data } = useOpenCases()
  if (data === undefined || data.total === 0) return null
  return (
    <Box
      component="span"
      ml="auto"
      bdrs={11}
      c="var(--galla-on-accent)"
      bg="var(--galla-accent)"
      fw={650}
      ta="center"
      className={`tabular ${css.badge}`}
    >
      {data.total > SHOWN_MAX ? `${SHOWN_MAX}+` : data.total}
      <VisuallyHidden> {t('open')}</VisuallyHidden>
    </Box>
  )
}
