let after = await loadCursor()
for (let more = true; more; ) {
  const page = await galla.listEvents({ after })
  for (const event of page.data) await handle(event)
  await saveCursor((after = page.next))
  more = page.more
}
