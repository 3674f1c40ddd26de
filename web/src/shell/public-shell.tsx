import { Stack } from '@mantine/core'
import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { language } from '../locales/language.ts'
import { paths } from '../paths.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'

/** The other public pages exist only in English. */
const TRANSLATED: readonly string[] = [
  paths.home,
  paths.homeToo,
  paths.features,
  paths.pricing,
  paths.contact,
  paths.legal,
]

export function PublicShell() {
  const { pathname } = useLocation()
  return (
    <Stack gap={0} mih="100dvh">
      <Header />
      <Stack
        id="main"
        lang={TRANSLATED.includes(pathname) ? language : 'en'}
        component="main"
        gap={0}
        flex={1}
        mih="calc(100dvh - 61px)"
        className="site"
        tabIndex={-1}
      >
        <Suspense>
          <ScreenBoundary>
            <Outlet />
          </ScreenBoundary>
        </Suspense>
      </Stack>
      <Footer />
    </Stack>
  )
}
