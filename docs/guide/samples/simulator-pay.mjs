const response = await fetch('https://your-galla.example/api/v1/simulator/pay', {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    upi: 'bhim://upi/pay?pa=01kahz5g0d1q7k3mbv8r2t4xyc@gallatest&pn=Sharma%20Tea&tr=01M7Y45MG07M3V5T9XWNB4E6RH&tn=Two%20cups%20of%20tea&am=499.00&cu=INR',
    outcome: 'success',
  }),
})
const { success, msg, data } = await response.json()
if (!success) throw new Error(msg)
console.log(data)
