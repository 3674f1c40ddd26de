const { status, utr } = await galla.checkOrderStatus('A-1042') // created, pending, success or failed
