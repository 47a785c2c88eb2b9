import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../ui/base.css'
import { App } from './app.tsx'
import { takeMailLink } from './mail-link.ts'

takeMailLink()

const container = document.getElementById('app')
if (container === null) throw new Error('app.html has no #app')
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
