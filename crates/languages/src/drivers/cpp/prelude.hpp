// What LeetCode puts before a C++ submission.
#pragma once
#include <bits/stdc++.h>
#include <sys/types.h>
#include <unistd.h>
using namespace std;
