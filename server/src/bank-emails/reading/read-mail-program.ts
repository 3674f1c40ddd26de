import { serveGuests } from '../../platform/jobs/serve-guests.ts'
import { createMailSession } from './mail-session.ts'

// Runs in a separate process, because mail servers and e-mails are chosen by strangers. It has no network, database or keys of ours: the
// parent holds the connections, and passes each mailbox's password with its login.
serveGuests(createMailSession)
