package com.acme;

final class OpsGpu {}
