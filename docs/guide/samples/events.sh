curl 'https://your-galla.example/api/v1/events?after=0&limit=100' \
  -H 'Authorization: Bearer key_test_...'
