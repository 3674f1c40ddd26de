import './validators-without-eval.ts'
import './base.css'
import './mantine-styles.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { shareStyleNonce } from './style-nonce.ts'

shareStyleNonce()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
