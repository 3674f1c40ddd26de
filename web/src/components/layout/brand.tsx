import { Link } from 'react-router'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import css from './brand.module.css'

/** The logo and name, linked to the home page. */
export function Brand() {
  return (
    <Link to={paths.home} className={css.brand} aria-label={t('Galla, home')}>
      <BrandMark />
      <span>Galla</span>
    </Link>
  )
}

export function BrandMark() {
  return (
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--galla-accent)" />
      <path d="M7 13h18v9a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2z" fill="var(--galla-on-accent)" />
      <path d="M9.5 8h13l2.5 5H7z" fill="var(--galla-on-accent)" opacity=".55" />
      <rect x="13" y="16.5" width="6" height="3" rx="1.5" fill="var(--galla-accent)" />
    </svg>
  )
}
