import { z } from 'zod'

// Compiling validators needs eval, which the page's content security policy refuses. The question whether it may is asked
// when the first schema is made, so this must be imported before any of them.
z.config({ jitless: true })
