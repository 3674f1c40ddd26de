const response = await fetch('https://your-galla.example/api/v1/events?after=0&limit=100', {
  method: 'GET',
  headers: {
    Authorization: 'Bearer key_test_...',
  },
})
const { success, msg, data } = await response.json()
if (!success) throw new Error(msg)
console.log(data)
