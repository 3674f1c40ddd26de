// Loaded into the server before its own code. The channel to the set-up process closes when that one ends, even by kill -9;
// then the server shuts down in order.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
