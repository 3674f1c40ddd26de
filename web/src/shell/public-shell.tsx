import { Stack } from '@mantine/core'
import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'

export function PublicShell() {
  return (
    <Stack gap={0} mih="100dvh">
      <Header />
      <Stack
        id="main"
        lang="en"
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
