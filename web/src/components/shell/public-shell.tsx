import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import css from './public-shell.module.css'
import { ScreenBoundary } from './screen-boundary.tsx'

export function PublicShell() {
  return (
    <div className={css.shell}>
      <Header />
      <main id="main" className={css.main} tabIndex={-1}>
        <Suspense>
          <ScreenBoundary>
            <Outlet />
          </ScreenBoundary>
        </Suspense>
      </main>
      <Footer />
    </div>
  )
}
