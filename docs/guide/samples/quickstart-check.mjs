const response = await fetch('https://your-galla.example/api/v1/order/check-order-status', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer key_test_...',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    client_txn_id: 'ORDER-1000',
  }),
})
const { success, msg, data } = await response.json()
if (!success) throw new Error(msg)
console.log(data.status === 'success' ? 'Paid, UTR ' + data.utr : data.remarks)
