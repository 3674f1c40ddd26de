import { Box, VisuallyHidden } from '@mantine/core'
import { BrandMark } from '../components/layout/brand.tsx'
import { t } from '../locales/translate.ts'
import bar from './bottom-bar.module.css'
import header from './header.module.css'
import css from './shell-frame.module.css'

/**
 * The frame of a dashboard without its words, until it is known whose it is. The HTML of the dashboard's pages is the same, so that
 * nothing moves when the app takes over.
 */
export function FrameShape() {
  return (
    <>
      <div className={header.header}>
        <div className={header.wideBar}>
          <BrandMark />
        </div>
      </div>
      <div className={css.frame} data-bar>
        <div className={css.side} />
        <div className={css.main} style={{ width: '100%', maxWidth: 1240, marginInline: 'auto' }}>
          <PageSkeleton />
        </div>
      </div>
      <div className={bar.bar}>
        <div className={bar.place} />
      </div>
    </>
  )
}

export function EmptyFrame() {
  return (
    <>
      <FrameShape />
      <VisuallyHidden role="status">{t('Please wait...')}</VisuallyHidden>
    </>
  )
}

// Mantine's skeletons are animated, and ask for the font: both delay what they stand for.
const WAITING = { bg: 'var(--galla-waiting)', bdrs: 'md' } as const

/** The placeholder while a page's code loads. */
export function PageSkeleton() {
  return (
    <div aria-hidden>
      <Box h={30} w={180} mb={8} {...WAITING} />
      <Box h={18} w={260} mb={28} {...WAITING} />
      <Box h={320} {...WAITING} />
    </div>
  )
}
