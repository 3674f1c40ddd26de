npm install https://your-galla.example/sdk/galla-sdk-0.1.0.tgz
